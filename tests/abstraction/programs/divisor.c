// safe
// What is divided by is never zero.
#include "inputs.h"
int main(void) {
  unsigned d = 1, x = 0;
  while (__VERIFIER_nondet_bool()) {
    x = __VERIFIER_nondet_uint() / d;
    d += 2;
    if (d > 9) d = 1;
  }
  return x > 0;
}
