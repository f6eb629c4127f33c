// safe
// Swapping the bytes twice changes nothing.
#include "inputs.h"
static unsigned swapped(unsigned x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(swapped(swapped(x)) == x);
}
