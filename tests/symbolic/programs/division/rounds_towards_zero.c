// safe; oracle
// -7 / 2 is -3.
#include "inputs.h"
int main(void) {
  int x = below(16) - 8;
  assert(x >= 0 || x / 2 == -(-x / 2));
}
