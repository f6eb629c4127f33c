// safe
// A flag that is set once stays.
#include "inputs.h"
int main(void) {
  bool seen = false;
  int count = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_int() == 7) {
      seen = true;
      if (count < 100) ++count;
    }
  }
  assert(seen == (count > 0));
}
