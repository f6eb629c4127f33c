// safe; oracle
// An unsigned char goes from 255 to 0.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = x + 1;
  assert(y == 0 || y == x + 1);
  assert((y == 0) == (x == 255));
}
