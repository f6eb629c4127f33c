// safe
// A small number plus one is larger.
#include "inputs.h"
int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x >= 0 && x <= 1000);
  assert(x + 1 > x);
}
