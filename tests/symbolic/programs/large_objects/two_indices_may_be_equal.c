// violated assert
// Then the second write is seen.
#include "inputs.h"
static int a[100000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 100000 || j >= 100000) return 0;
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1);
}
