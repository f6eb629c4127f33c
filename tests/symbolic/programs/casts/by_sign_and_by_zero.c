// violated assert; oracle
// A signed and an unsigned char with the same bits are extended differently.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  assert((int)(signed char)x == (int)x);
}
