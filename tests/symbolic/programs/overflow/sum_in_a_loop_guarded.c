// safe
// Three summands of at most a third fit.
#include "inputs.h"
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 715827882);
    sum += x;
  }
  assert(sum >= 0);
}
