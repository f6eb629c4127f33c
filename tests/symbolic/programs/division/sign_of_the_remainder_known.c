// safe; oracle
// It is never of the other sign.
#include "inputs.h"
int main(void) {
  int x = below(16) - 8;
  assert(x >= 0 ? x % 3 >= 0 : x % 3 <= 0);
}
