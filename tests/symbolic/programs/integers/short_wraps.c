// safe; oracle
// An unsigned short goes from 65535 to 0.
#include "inputs.h"
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  unsigned short y = x + 1;
  assert((y < x) == (x == 65535));
}
