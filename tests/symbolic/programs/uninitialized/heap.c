// violated uninitialized-branch
// Allocated memory is not zero.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  int* a = malloc(4 * sizeof *a);
  if (!a || i > 3) return 0;
  a[i] = 1;
  int set = a[0] == 1;
  free(a);
  if (set) return 1;
}
