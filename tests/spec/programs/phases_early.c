// phases.spc; phases violated used before it is configured
#include "phases.h"
int main(void) {
  int speed = __VERIFIER_nondet_uchar();
  if (speed > 3) configure(speed);
  start();
  stop();
}
