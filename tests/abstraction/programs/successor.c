// safe
// A number and the one before it.
#include "inputs.h"
int main(void) {
  unsigned before = 0, now = 1;
  while (__VERIFIER_nondet_bool()) {
    before = now;
    now = now + 1;
  }
  assert(now == before + 1);
}
