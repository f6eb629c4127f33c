// unknown
// A part of it was never written, which is not modelled at a place that is not known.
#include "inputs.h"
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  int a[10000];
  if (i >= 10000) return 0;
  a[i] = 1;
  assert(a[i] == 1);
}
