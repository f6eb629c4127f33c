// safe; oracle
// No divisor is zero.
#include "inputs.h"
int main(void) {
  int x = below(16);
  int y = 100 / (x + 1);
  assert(y >= 6 && y <= 100);
}
