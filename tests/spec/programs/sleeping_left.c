// sleeping.spc; sleeping holds; interrupts violated left disabled
#include "sleeping.h"
int main(void) {
  disable();
  if (allocate(__VERIFIER_nondet_uchar(), NOW) == 0) return 1;
  enable();
}
