// sizes.spc; sizes holds; open: explicit symbolic
#include "sizes.h"
int main(void) {
  char a[16], b[16];
  unsigned left = __VERIFIER_nondet_uint();
  while (left > 16) {
    copy(a, b, 16);
    left -= 16;
  }
  copy(a, b, left);
}
