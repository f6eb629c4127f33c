// safe
// The lock is held exactly when the flag says so.
#include "inputs.h"
int main(void) {
  int held = 0;
  while (__VERIFIER_nondet_bool()) {
    assert(!held);
    held = 1;
    if (__VERIFIER_nondet_bool()) {
      held = 0;
    } else {
      assert(held);
      held = 0;
    }
  }
  assert(held == 0);
}
