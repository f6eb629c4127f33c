// violated use-after-free
// One input frees too early.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int* p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  if (x == 12345) free(p);
  *p = 2;
  if (x != 12345) free(p);
}
