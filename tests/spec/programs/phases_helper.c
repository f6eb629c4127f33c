// phases.spc; phases holds
#include "phases.h"
static int isRunning;
static void ensure_stopped(void) {
  if (isRunning) stop();
  isRunning = 0;
}
static void ensure_started(void) {
  if (!isRunning) start();
  isRunning = 1;
}
int main(void) {
  configure(3);
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_bool()) ensure_started();
    else ensure_stopped();
  }
  ensure_stopped();
  release();
}
