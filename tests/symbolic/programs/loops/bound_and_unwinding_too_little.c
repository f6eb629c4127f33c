// bounded; symbolic: --unwind 5
// Unwinding less than needed cuts something.
#include "inputs.h"
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(n >= 0 && n <= 10);
  while (i < n) i++;
  assert(i == n);
}
