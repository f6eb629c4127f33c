// safe
// A rotation by an unknown amount, and back.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned n = below(32);
  unsigned y = x << n | x >> (-n & 31);
  assert((y >> n | y << (-n & 31)) == x);
}
