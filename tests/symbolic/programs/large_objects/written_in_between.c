// safe
// At known places, before and after a write at an unknown one.
#include "inputs.h"
static int a[30000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 30000) return 0;
  for (int k = 0; k < 100; ++k) a[k] = k;
  a[i] = -1;
  for (int k = 50; k < 150; ++k) a[k] = 2 * k;
  if (i < 50) {
    assert(a[i] == -1);
  } else if (i < 150) {
    assert(a[i] == 2 * (int)i);
  } else {
    assert(a[i] == -1);
  }
}
