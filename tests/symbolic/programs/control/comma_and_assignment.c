// safe; oracle
// The value of an assignment is the new value.
#include "inputs.h"
int main(void) {
  int x = below(8), y;
  int z = (y = x + 1, y * 2);
  assert((x = y) == y && z == 2 * x);
}
