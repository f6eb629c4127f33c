// sizes.spc; sizes holds; open: explicit symbolic
#include "sizes.h"
int main(void) {
  char a[16], b[16];
  unsigned n = __VERIFIER_nondet_uint(), used = 0;
  for (unsigned i = 0; i < n; i++) {
    if (used < 16) used++;
    copy(a, b, used);
  }
}
