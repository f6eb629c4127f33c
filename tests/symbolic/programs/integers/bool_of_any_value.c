// safe; oracle
// Whatever is not zero becomes 1 as a bool.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  bool b = x;
  assert(b == (x != 0) && (int)b <= 1);
}
