// safe
// Grown by realloc, which copies.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 10000) return 0;
  int* a = calloc(10000, sizeof *a);
  if (!a) return 0;
  a[i] = 5;
  int* b = realloc(a, 20000 * sizeof *a);
  if (!b) return 0;
  b[19999] = 1;
  assert(b[i] == 5);
  free(b);
}
