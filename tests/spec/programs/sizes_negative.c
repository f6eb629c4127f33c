// sizes.spc; sizes violated too large
#include "sizes.h"
int main(void) {
  char a[16], b[16];
  int n = (__VERIFIER_nondet_uchar() & 15) - 1;
  copy(a, b, n);
}
