// safe
// On and off in turn.
#include "inputs.h"
int main(void) {
  bool on = false;
  unsigned switches = 0;
  while (__VERIFIER_nondet_bool()) {
    on = !on;
    ++switches;
  }
  assert(on == (switches % 2 == 1));
}
