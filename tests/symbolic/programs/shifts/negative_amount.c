// violated shift
// A negative amount is none.
#include "inputs.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n < 32);
  return 1u >> n;
}
