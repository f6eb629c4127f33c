// phases.spc; phases holds; open: symbolic
#include "phases.h"
int main(void) {
  int runs = 0;
  configure(1);
  while (__VERIFIER_nondet_bool()) {
    if (!runs) start();
    runs = 1;
  }
  while (__VERIFIER_nondet_bool()) {
    if (runs) stop();
    runs = 0;
  }
  if (runs) stop();
}
