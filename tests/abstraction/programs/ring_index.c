// safe
// A place in a ring of eight, whatever has gone through it.
#include "inputs.h"
int main(void) {
  unsigned place = 0, total = 0;
  while (__VERIFIER_nondet_bool()) {
    place = (place + 1) % 8;
    total += __VERIFIER_nondet_uchar();
    assert(place < 8);
  }
  return total == 0;
}
