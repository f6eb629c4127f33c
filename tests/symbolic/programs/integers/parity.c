// safe; oracle
// Folding the bits of a byte gives the same parity as counting them.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int ones = 0;
  for (int i = 0; i < 8; i++) ones += x >> i & 1;
  unsigned char fold = x ^ x >> 4;
  fold ^= fold >> 2;
  fold ^= fold >> 1;
  assert((fold & 1) == (ones & 1));
}
