// safe; oracle
// Only one branch is closed.
#include "inputs.h"
int main(void) {
  int x = below(8), y = 0;
  if (x > 3) {
    __VERIFIER_assume(x == 5);
    y = x;
  }
  assert(y == 0 || y == 5);
}
