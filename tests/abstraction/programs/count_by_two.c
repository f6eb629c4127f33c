// safe
// The sum is always twice the count.
#include "inputs.h"
int main(void) {
  unsigned i = 0, s = 0;
  while (__VERIFIER_nondet_bool()) {
    i += 1;
    s += 2;
  }
  assert(s == 2 * i);
}
