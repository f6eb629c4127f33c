// safe; oracle
// Quotient and remainder make up the dividend, whatever the signs.
#include "inputs.h"
int main(void) {
  int x = below(16) - 8, y = below(16) - 8;
  __VERIFIER_assume(y != 0);
  assert(x / y * y + x % y == x);
}
