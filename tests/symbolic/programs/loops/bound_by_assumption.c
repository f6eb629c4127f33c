// safe
// The bound is unknown, but at most ten: the loop is unwound completely.
#include "inputs.h"
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  __VERIFIER_assume(n >= 0 && n <= 10);
  for (int i = 1; i <= n; i++) sum += i;
  assert(sum == n * (n + 1) / 2);
}
