// safe
// What one gains the other loses.
#include "inputs.h"
int main(void) {
  unsigned a = 0, b = 100;
  while (__VERIFIER_nondet_bool()) {
    if (b == 0) break;
    ++a;
    --b;
  }
  assert(a + b == 100);
}
