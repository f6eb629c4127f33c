// safe; oracle
// The square of a short fits an int.
#include "inputs.h"
int main(void) {
  short x = __VERIFIER_nondet_short();
  assert(x * x >= 0);
}
