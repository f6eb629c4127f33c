// safe
// Filled in a loop, then looked up: no element is odd.
#include "inputs.h"
static unsigned short table[20000];
int main(void) {
  for (unsigned k = 0; k < 20000; ++k) table[k] = (unsigned short)(k * 2654435761u >> 12 << 1);
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 20000) assert(table[i] % 2 == 0);
}
