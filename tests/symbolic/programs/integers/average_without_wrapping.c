// safe
// The average by a difference is between the two.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x <= y);
  unsigned middle = x + (y - x) / 2;
  assert(x <= middle && middle <= y);
}
