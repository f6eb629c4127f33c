// safe
// The example of lazy abstraction: locked exactly while old and new are the same.
#include "inputs.h"
int main(void) {
  int held = 0;
  unsigned old, new = __VERIFIER_nondet_uint();
  do {
    assert(!held);
    held = 1;
    old = new;
    if (__VERIFIER_nondet_bool()) {
      held = 0;
      ++new;
    }
  } while (new != old);
  assert(held);
}
