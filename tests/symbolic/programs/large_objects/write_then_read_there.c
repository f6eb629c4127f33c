// safe
// What was written is there.
#include "inputs.h"
static int a[100000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  int x = __VERIFIER_nondet_int();
  if (i >= 100000) return 0;
  a[i] = x;
  assert(a[i] == x);
}
