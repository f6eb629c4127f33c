// violated assert
// The earlier one does not.
#include "inputs.h"
static int a[6];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 6 && j < 6);
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1);
}
