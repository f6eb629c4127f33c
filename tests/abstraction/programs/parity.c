// safe
// A flag says whether a counter is odd.
#include "inputs.h"
int main(void) {
  unsigned n = 0;
  bool isOdd = false;
  while (__VERIFIER_nondet_bool()) {
    ++n;
    isOdd = !isOdd;
    assert(isOdd == (n & 1));
  }
}
