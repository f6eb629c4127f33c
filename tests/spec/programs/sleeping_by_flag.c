// sleeping.spc; sleeping holds; interrupts holds
#include "sleeping.h"
int main(void) {
  int off = __VERIFIER_nondet_bool();
  if (off) disable();
  void *p = allocate(__VERIFIER_nondet_uchar(), off ? NOW : WAIT);
  if (off) enable();
  return p == 0;
}
