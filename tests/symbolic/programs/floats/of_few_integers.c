// safe; oracle
// A quotient of small integers, with a comparison.
#include "inputs.h"
int main(void) {
  int x = below(16);
  double y = x / 4.0;
  assert((y >= 2.5) == (x >= 10) && (int)y == x / 4);
}
