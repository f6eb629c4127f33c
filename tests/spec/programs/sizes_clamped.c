// sizes.spc; sizes holds
#include "sizes.h"
static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }
int main(void) {
  char a[16], b[16];
  copy(a, b, least(__VERIFIER_nondet_uchar(), 16));
}
