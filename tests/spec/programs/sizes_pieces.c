// sizes.spc; sizes holds; open: symbolic
#include "sizes.h"
static void copy_all(char *to, const char *from, unsigned count) {
  while (count > 16) {
    copy(to, from, 16);
    to += 16, from += 16, count -= 16;
  }
  if (count > 0) copy(to, from, count);
}
int main(void) {
  static char a[64], b[64];
  copy_all(a, b, __VERIFIER_nondet_uchar() & 63);
}
