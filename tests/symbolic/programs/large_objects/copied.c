// safe
// What was written goes along, and the copy stays as it is.
#include <string.h>

#include "inputs.h"
static int a[50000], b[50000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 50000 || j >= 50000) return 0;
  a[i] = 7;
  memcpy(b, a, sizeof a);
  a[i] = 8;
  assert(b[i] == 7 && a[i] == 8);
  b[j] = 9;
  assert(i == j ? b[i] == 9 : b[i] == 7);
  assert(b[49999] == 0 || i == 49999 || j == 49999);
}
