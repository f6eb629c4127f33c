// safe
// Money moves between three accounts, and none of it is lost.
#include "inputs.h"
int main(void) {
  unsigned a = 100, b = 0, c = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      --a;
      ++b;
    } else {
      --b;
      ++c;
    }
  }
  assert(a + b + c == 100);
}
