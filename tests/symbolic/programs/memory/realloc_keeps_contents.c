// safe
// What was there is there after growing.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int* p = malloc(sizeof *p);
  if (!p) return 0;
  *p = x;
  int* q = realloc(p, 4 * sizeof *p);
  if (!q) return 0;
  assert(*q == x);
  free(q);
}
