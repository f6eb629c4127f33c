// safe
// A window that moves keeps its width.
#include "inputs.h"
int main(void) {
  unsigned low = 0, high = 16;
  while (__VERIFIER_nondet_bool()) {
    low += 3;
    high += 3;
  }
  assert(high - low == 16);
}
