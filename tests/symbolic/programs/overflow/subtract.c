// violated signed-overflow
// A difference of two ints may not fit.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  return x - y > 0 ? 1 : 0;
}
