// violated assert
// The sum in an average wraps around.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x <= y);
  unsigned middle = (x + y) / 2;
  assert(x <= middle && middle <= y);
}
