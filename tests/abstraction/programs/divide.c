// safe
// Division by subtraction.
#include "inputs.h"
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  assume(b > 0);
  unsigned rest = a;
  while (rest >= b) rest -= b;
  assert(rest < b && rest <= a);
}
