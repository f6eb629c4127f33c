// safe
// Nothing can be both, so nothing is reached.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 5);
  __VERIFIER_assume(x < 5);
  reach_error();
}
