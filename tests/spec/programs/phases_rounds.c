// phases.spc; phases holds; open: explicit symbolic
#include "phases.h"
int main(void) {
  int rounds = __VERIFIER_nondet_int();
  configure(1);
  while (rounds > 0) {
    start();
    stop();
    rounds--;
  }
  if (rounds > 0) stop();
  release();
}
