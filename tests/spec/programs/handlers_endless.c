// handlers.spc; handlers holds; open: symbolic
#include "handlers.h"
int main(void) {
  int isReady = 0;
  while (__VERIFIER_nondet_bool()) {
    if (isReady) on_tick(1);
    if (isReady && __VERIFIER_nondet_bool()) remove_handler(on_tick), isReady = 0;
    if (!isReady && __VERIFIER_nondet_bool()) add_handler(on_tick), isReady = 1;
  }
}
