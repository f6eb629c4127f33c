// safe
// The later of two writes counts.
#include "inputs.h"
static int a[6];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 6 && j < 6);
  a[i] = 1;
  a[j] = 2;
  assert(a[j] == 2 && a[i] == (i == j ? 2 : 1));
}
