// sleeping.spc; sleeping holds; interrupts holds; open: explicit symbolic
#include "sleeping.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000) return 0;
  disable();
  int i = 0, j = n;
  while (i < n) {
    i++;
    j--;
  }
  allocate(1, i + j == n ? NOW : WAIT);
  enable();
}
