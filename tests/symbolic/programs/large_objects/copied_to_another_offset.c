// safe
// A part of it, moved; and back again.
#include <string.h>

#include "inputs.h"
static int a[20000], b[20000], c[20000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 10000) return 0;
  a[i] = 7;
  memcpy(b + 5000, a, 10000 * sizeof *a);
  assert(b[i + 5000] == 7);
  assert(i == 3 || b[5003] == 0);
  b[i + 5000] = 8;
  memcpy(c, b + 5000, 10000 * sizeof *b);
  assert(c[i] == 8 && a[i] == 7);
}
