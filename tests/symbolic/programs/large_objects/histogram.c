// safe
// Five are counted; no count is more.
#include "inputs.h"
static unsigned count[65536];
int main(void) {
  for (int k = 0; k < 5; ++k) ++count[__VERIFIER_nondet_ushort()];
  unsigned short i = __VERIFIER_nondet_ushort();
  assert(count[i] <= 5);
}
