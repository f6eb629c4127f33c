// phases.spc; phases violated not stopped
#include "phases.h"
int main(void) {
  configure(1);
  start();
  for (int i = 0; i < 5; i++) {
    if (__VERIFIER_nondet_bool()) return i;
  }
  stop();
  release();
}
