// safe; oracle
// A copy of what is unknown does no harm if nothing depends on it.
#include "inputs.h"
int main(void) {
  int x, y = 1;
  if (below(2)) x = 1;
  int copy = x;
  (void)copy;
  assert(y == 1);
}
