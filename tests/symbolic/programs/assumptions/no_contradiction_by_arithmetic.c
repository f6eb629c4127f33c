// violated assert
// A sum of two equal numbers may wrap to a smaller one.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 2 * y);
  __VERIFIER_assume(x < y);
  reach_error();
}
