// safe; oracle
// Ten times the quotient by ten is less by less than ten.
#include "inputs.h"
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  unsigned short y = x / 10 * 10;
  assert(y <= x && x - y < 10);
}
