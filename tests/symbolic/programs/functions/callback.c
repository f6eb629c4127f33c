// safe; oracle
// qsort calls back with unknown elements.
#include <stdlib.h>

#include "inputs.h"
static int compare(const void* a, const void* b) { return *(const signed char*)a - *(const signed char*)b; }
int main(void) {
  signed char a[3];
  for (int i = 0; i < 3; i++) a[i] = (signed char)below(4);
  qsort(a, 3, 1, compare);
  assert(a[0] <= a[1] && a[1] <= a[2]);
}
