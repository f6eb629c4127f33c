// safe
// The counter ends at the bound.
#include "inputs.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume(n >= 0);
  int i = 0;
  while (i < n) ++i;
  assert(i == n);
}
