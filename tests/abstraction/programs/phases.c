// safe
// Two loops, one after the other.
#include "inputs.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0, j = 0;
  while (i < n) ++i;
  while (j < i) ++j;
  assert(j == n);
}
