// violated uninitialized-branch
// One element of an array was not set.
#include "inputs.h"
int main(void) {
  int a[4];
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 4);
  a[0] = a[1] = a[3] = 5;
  if (a[i] == 5) return 1;
}
