// safe
// What is written at one index is read there only.
#include "inputs.h"
static int a[10];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 10 && j < 10 && i != j);
  a[i] = 5;
  assert(a[j] == 0 && a[i] == 5);
}
