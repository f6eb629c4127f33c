// violated assert
// One kind of value is not equal to itself.
#include "inputs.h"
int main(void) {
  float x = __VERIFIER_nondet_float();
  assert(x == x);
}
