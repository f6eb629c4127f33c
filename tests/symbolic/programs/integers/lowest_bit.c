// safe
// x & -x is the lowest bit, so it is a power of two.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned low = x & -x;
  assert((low & (low - 1)) == 0 && (low == 0) == (x == 0));
}
