// safe; oracle
// An unknown bool is 0 or 1.
#include "inputs.h"
int main(void) {
  bool x = __VERIFIER_nondet_bool();
  assert(x == 0 || x == 1);
  assert((x ^ 1) == !x);
}
