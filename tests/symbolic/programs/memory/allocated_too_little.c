// violated out-of-bounds; oracle
// One element is missing.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int n = 1 + below(4);
  int* a = malloc(n * sizeof *a);
  if (!a) return 0;
  a[3] = 1;
  free(a);
}
