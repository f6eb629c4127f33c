// safe
// Every byte of it.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 12);
  unsigned char* a = calloc(3, 4);
  if (!a) return 0;
  assert(a[i] == 0);
  free(a);
}
