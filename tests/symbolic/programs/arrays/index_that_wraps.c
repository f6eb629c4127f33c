// violated out-of-bounds
// The guard on the product is passed by an index that wraps around.
#include "inputs.h"
static int a[10];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (4 * i < 40) return a[i];
}
