// safe
// memset makes all places the same again.
#include <string.h>

#include "inputs.h"
static char a[70000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 70000 || j >= 70000) return 0;
  a[i] = 'x';
  memset(a + 100, 'y', sizeof a - 100);
  assert(a[j] == (j >= 100 ? 'y' : i == j ? 'x' : 0));
  a[j] = 'z';
  assert(a[j] == 'z' && a[50000] >= 'y');
}
