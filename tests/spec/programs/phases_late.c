// phases.spc; phases violated used after its release
#include "phases.h"
static void close_device(void) { release(); }
int main(void) {
  configure(1);
  close_device();
  if (__VERIFIER_nondet_uchar() % 8 == 5) close_device();
}
