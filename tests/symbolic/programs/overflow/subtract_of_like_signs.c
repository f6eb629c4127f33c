// safe
// A difference of two ints that are not negative fits.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && y >= 0);
  assert((x - y < 0) == (x < y));
}
