// sleeping.spc; sleeping violated it may wait; interrupts violated disabled twice
#include "sleeping.h"
int main(void) {
  disable();
  if (__VERIFIER_nondet_bool()) allocate(1, WAIT);
  else disable();
  enable();
}
