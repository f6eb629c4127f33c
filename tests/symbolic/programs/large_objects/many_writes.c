// safe
// More than are looked through: the rest is a question for a solver.
#include "inputs.h"
static unsigned char a[65536];
int main(void) {
  for (int k = 0; k < 80; ++k) a[__VERIFIER_nondet_ushort()] = 1;
  assert(a[__VERIFIER_nondet_ushort()] <= 1);
}
