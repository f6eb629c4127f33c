// safe; oracle
// The same bits, read with a sign.
#include "inputs.h"
union byte {
  unsigned char plain;
  signed char sign;
};
int main(void) {
  union byte b;
  b.plain = __VERIFIER_nondet_uchar();
  assert((b.sign < 0) == (b.plain > 127));
}
