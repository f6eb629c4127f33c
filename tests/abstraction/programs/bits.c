// safe
// Bits are set and never all taken away.
#include "inputs.h"
int main(void) {
  unsigned flags = 1;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      flags |= 6;
    } else {
      flags &= 0xFFFFFFF9u;
    }
  }
  assert((flags & 1) == 1);
}
