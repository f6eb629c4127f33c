// violated assert
// They need not be far apart.
#include "inputs.h"
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 0 && a < b && b < c && c < 1000);
  assert(c - a > 2);
}
