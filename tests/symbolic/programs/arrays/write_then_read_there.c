// violated assert
// Two unknown indices may be the same.
#include "inputs.h"
static int a[10];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 10 && j < 10);
  a[i] = 5;
  assert(a[j] == 0);
}
