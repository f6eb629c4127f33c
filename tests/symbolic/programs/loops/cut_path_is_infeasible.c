// safe; symbolic: --unwind 4
// The only path that the unwinding cuts contradicts an assumption that comes before.
#include "inputs.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  __VERIFIER_assume(n * 2 <= 6 && n < 1000);
  while (i < n) i++;
  assert(i <= 3);
}
