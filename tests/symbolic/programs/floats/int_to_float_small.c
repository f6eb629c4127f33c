// safe
// Those of 24 bits are.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -16777216 && x <= 16777216);
  assert((int)(float)x == x);
}
