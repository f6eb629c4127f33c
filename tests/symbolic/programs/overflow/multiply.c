// violated signed-overflow
// The square of a large int does not fit.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x <= 46341);
  return x * x == 1;
}
