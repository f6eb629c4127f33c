// safe; oracle
// The right side of && is not evaluated if the left one is false.
#include "inputs.h"
int main(void) {
  unsigned x = below(16), y = below(4);
  if (y != 0 && x / y > 3) assert(x > 3);
}
