// violated signed-overflow
// The least int divided by -1 does not fit.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y != 0);
  return x / y == 1;
}
