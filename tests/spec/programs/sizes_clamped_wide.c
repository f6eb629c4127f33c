// sizes.spc; sizes holds; open: explicit
#include "sizes.h"
int main(void) {
  char a[16], b[16];
  unsigned n = __VERIFIER_nondet_uint();
  copy(a, b, n % 17);
  if (n < 17) copy(a, b, n);
}
