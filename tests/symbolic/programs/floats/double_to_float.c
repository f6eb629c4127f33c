// violated assert
// A float has fewer digits.
#include "inputs.h"
int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 0 && x <= 1);
  assert((double)(float)x == x);
}
