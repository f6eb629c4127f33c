// safe
// Shifting an unsigned to the left multiplies it.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x << 4 == x * 16 && x << 1 == x + x);
}
