// sizes.spc; sizes violated to itself
#include "sizes.h"
int main(void) {
  char a[2][8];
  int i = __VERIFIER_nondet_bool(), j = __VERIFIER_nondet_bool();
  copy(a[i], a[j], 8);
}
