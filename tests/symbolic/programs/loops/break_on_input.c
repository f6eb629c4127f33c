// safe; oracle
// Ends early if the input says so.
#include "inputs.h"
int main(void) {
  int i;
  for (i = 0; i < 6; i++)
    if (__VERIFIER_nondet_bool()) break;
  assert(i >= 0 && i <= 6);
}
