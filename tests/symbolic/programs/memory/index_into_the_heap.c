// violated out-of-bounds
// An unknown index into allocated memory.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  int* a = calloc(4, sizeof *a);
  if (!a) return 0;
  if (i <= 4) a[i] = 1;
  free(a);
}
