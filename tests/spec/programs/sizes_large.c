// sizes.spc; sizes violated too large
#include "sizes.h"
int main(void) {
  char a[16], b[16];
  unsigned n = __VERIFIER_nondet_uchar();
  if (n <= 17) copy(a, b, n);
}
