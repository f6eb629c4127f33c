// safe
// A counter that is kept below a bound does not overflow.
#include "inputs.h"
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_bool()) {
    if (x < 2000000000) x += 7;
  }
  assert(x >= 0);
}
