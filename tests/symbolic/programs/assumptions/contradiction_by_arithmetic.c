// safe
// No even number is odd.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 2 * y);
  __VERIFIER_assume(x % 2 == 1);
  reach_error();
}
