// safe
// An interval that is halved stays an interval.
#include "inputs.h"
int main(void) {
  unsigned low = 0, high = __VERIFIER_nondet_uint();
  assume(high < 1000000);
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    assert(middle >= low && middle < high);
    if (__VERIFIER_nondet_bool()) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  assert(low == high);
}
