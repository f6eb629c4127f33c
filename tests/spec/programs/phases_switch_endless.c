// phases.spc; phases holds; open: symbolic
#include "phases.h"
enum { FRESH, READY, RUNNING, GONE };
int main(void) {
  int phase = FRESH;
  while (__VERIFIER_nondet_bool()) {
    switch (phase) {
      case FRESH: configure(1); phase = READY; break;
      case READY:
        if (__VERIFIER_nondet_bool()) { start(); phase = RUNNING; }
        else { release(); phase = GONE; }
        break;
      case RUNNING: stop(); phase = READY; break;
      default: break;
    }
  }
  if (phase == RUNNING) stop();
}
