// safe; oracle
// The least short divided by -1 fits an int.
#include "inputs.h"
int main(void) {
  short x = __VERIFIER_nondet_short();
  int y = x / -1;
  assert(y == -x);
}
