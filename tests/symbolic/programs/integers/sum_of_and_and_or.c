// safe
// x + y is (x & y) + (x | y), whatever wraps around.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  assert(x + y == (x & y) + (x | y));
}
