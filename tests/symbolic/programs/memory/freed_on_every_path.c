// safe
// Both paths free once.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int* p = malloc(sizeof *p);
  if (!p) return 0;
  *p = x;
  if (*p > 0) {
    free(p);
    p = 0;
  }
  free(p);
}
