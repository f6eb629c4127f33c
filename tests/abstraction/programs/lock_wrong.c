// violated assert
// One branch forgets to unlock.
#include "inputs.h"
int main(void) {
  int held = 0;
  while (__VERIFIER_nondet_bool()) {
    assert(!held);
    held = 1;
    if (__VERIFIER_nondet_bool()) held = 0;
  }
}
