// safe
// Nobody has written anything.
#include "inputs.h"
static int a[100000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 100000) assert(a[i] == 0);
}
