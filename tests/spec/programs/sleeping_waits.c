// sleeping.spc; sleeping violated it may wait; interrupts holds
#include "sleeping.h"
static void *get_buffer(int how) { return allocate(8, how); }
int main(void) {
  disable();
  get_buffer(__VERIFIER_nondet_uchar() == 9 ? WAIT : NOW);
  enable();
}
