// bounded; symbolic: --unwind 8
// Any int as a bound.
#include "inputs.h"
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) i++;
  assert(i >= n);
}
