// safe; oracle
// As many bytes as the input says.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int n = 1 + below(4);
  int* a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  assert(a[n - 1] == n - 1);
  free(a);
}
