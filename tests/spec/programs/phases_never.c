// phases.spc; phases holds
#include "phases.h"
int main(void) {
  if (__VERIFIER_nondet_bool()) configure(1);
  return 0;
}
