// violated assert
// The copy does not have what was written later.
#include <string.h>

#include "inputs.h"
static int a[50000], b[50000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 50000) return 0;
  memcpy(b, a, sizeof a);
  a[i] = 8;
  assert(b[i] == 8);
}
