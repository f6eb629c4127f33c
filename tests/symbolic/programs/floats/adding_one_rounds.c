// violated assert
// A large number plus one is the same number.
#include "inputs.h"
int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x > 0 && x < 1e30f);
  assert(x + 1 > x);
}
