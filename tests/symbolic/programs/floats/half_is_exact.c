// safe
// Half of a float of moderate size is exact.
#include "inputs.h"
int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x >= 1 && x <= 1000);
  assert(x / 2 + x / 2 == x);
}
