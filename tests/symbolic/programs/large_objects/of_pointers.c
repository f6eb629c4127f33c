// safe
// What is read is a pointer to one of two.
#include "inputs.h"
static int zero, one = 1;
static int* pointers[10000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  for (int k = 0; k < 10000; ++k) pointers[k] = &zero;
  if (i >= 10000 || j >= 10000) return 0;
  pointers[i] = &one;
  assert(*pointers[j] == (i == j));
}
