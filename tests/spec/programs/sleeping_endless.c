// sleeping.spc; sleeping holds; interrupts holds; open: symbolic
#include "sleeping.h"
int main(void) {
  int how = WAIT;
  while (__VERIFIER_nondet_bool()) {
    if (how == WAIT && __VERIFIER_nondet_bool()) {
      disable();
      how = NOW;
    }
    allocate(2, how);
    if (how == NOW && __VERIFIER_nondet_bool()) {
      enable();
      how = WAIT;
    }
  }
  if (how == NOW) enable();
}
