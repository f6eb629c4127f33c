// safe
// Below a bound the successor of an unsigned is larger.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x < 4000000000u);
  assert(x + 1 > x);
}
