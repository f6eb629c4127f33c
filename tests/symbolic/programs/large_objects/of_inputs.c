// safe
// All content is input; one element is written.
#include "inputs.h"
static unsigned char a[6000];
int main(void) {
  for (int k = 0; k < 6000; ++k) a[k] = k % 100 == 0 ? __VERIFIER_nondet_uchar() : 1;
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 6000 || j >= 6000 || i % 100 == 0 || j % 100 == 0) return 0;
  a[j] = 3;
  assert(a[i] == 1 || (i == j && a[i] == 3));
}
