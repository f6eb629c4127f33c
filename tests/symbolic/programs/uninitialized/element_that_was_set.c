// safe
// The one that was not set is not read.
#include "inputs.h"
int main(void) {
  int a[4];
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 4 && i != 2);
  a[0] = a[1] = a[3] = 5;
  assert(a[i] == 5);
}
