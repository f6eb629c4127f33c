// sizes.spc; sizes holds
#include "sizes.h"
int main(void) {
  char a[2][8];
  int i = __VERIFIER_nondet_bool();
  copy(a[i], a[1 - i], 8);
}
