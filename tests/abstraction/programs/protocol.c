// safe
// A connection is only used while it is open.
#include "inputs.h"
enum state { CLOSED, OPENING, OPEN };
static enum state state = CLOSED;
static void use(void) { assert(state == OPEN); }
int main(void) {
  bool ready = false;
  while (1) {
    if (state == CLOSED && __VERIFIER_nondet_bool()) state = OPENING;
    if (state == OPENING && __VERIFIER_nondet_bool()) {
      state = OPEN;
      ready = true;
    }
    if (ready) use();
    if (state == OPEN && __VERIFIER_nondet_bool()) {
      state = CLOSED;
      ready = false;
    }
  }
}
