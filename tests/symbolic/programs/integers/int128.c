// safe
// A word in the upper half of 128 bits.
#include "inputs.h"
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned __int128 y = (unsigned __int128)x << 64;
  assert((unsigned long)(y >> 64) == x && (unsigned long)y == 0);
}
