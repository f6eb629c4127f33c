// safe
// Two conditions that do not overlap.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int* p = malloc(sizeof *p);
  if (!p) return 0;
  if (x > 5) free(p);
  if (x < 6) free(p);
}
