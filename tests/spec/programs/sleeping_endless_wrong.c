// sleeping.spc; sleeping violated it may wait; interrupts violated left disabled
#include "sleeping.h"
int main(void) {
  int how = WAIT;
  while (__VERIFIER_nondet_bool()) {
    if (how == WAIT) {
      disable();
      how = NOW;
    } else {
      how = WAIT;
      allocate(2, how);
      enable();
    }
  }
}
