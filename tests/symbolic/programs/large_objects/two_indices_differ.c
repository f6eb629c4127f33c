// safe
// So neither write changes what the other wrote.
#include "inputs.h"
static int a[100000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (i >= 100000 || j >= 100000 || k >= 100000 || i == j) return 0;
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1 && a[j] == 2);
  assert(a[k] <= 2);
  if (k != i && k != j) assert(a[k] == 0);
}
