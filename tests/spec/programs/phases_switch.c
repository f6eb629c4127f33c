// phases.spc; phases holds
#include "phases.h"
enum { FRESH, READY, RUNNING, GONE };
int main(void) {
  int phase = FRESH;
  for (int i = 0; i < 6; i++) {
    switch (phase) {
      case FRESH: configure(i); phase = READY; break;
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
