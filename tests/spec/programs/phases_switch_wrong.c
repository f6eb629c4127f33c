// phases.spc; phases violated configured while it runs
#include "phases.h"
enum { FRESH, READY, RUNNING };
int main(void) {
  int phase = FRESH;
  while (__VERIFIER_nondet_bool()) {
    switch (phase) {
      case FRESH: configure(1); phase = READY; break;
      case READY: start(); phase = RUNNING; break;
      default: configure(2); break;
    }
  }
  if (phase == RUNNING) stop();
}
