// unknown; options: --time-limit 1
// It takes too many rounds until it overflows.
#include "inputs.h"
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_bool()) x += 1;
}
