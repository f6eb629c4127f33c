// safe
// A counter that stops at its end.
#include "inputs.h"
int main(void) {
  unsigned char level = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      if (level < 10) ++level;
    } else if (level > 0) {
      --level;
    }
    assert(level <= 10);
  }
}
