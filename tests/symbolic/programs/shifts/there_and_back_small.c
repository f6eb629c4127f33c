// safe
// A small number comes back.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x < 1u << 29);
  assert(x << 3 >> 3 == x);
}
