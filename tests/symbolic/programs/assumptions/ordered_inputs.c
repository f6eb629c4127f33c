// safe
// A chain of assumptions.
#include "inputs.h"
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(),
      d = __VERIFIER_nondet_int();
  __VERIFIER_assume(a < b);
  __VERIFIER_assume(b < c);
  __VERIFIER_assume(c < d);
  assert(a < d && d != a);
}
