// safe
// The largest so far is not less than the last one.
#include "inputs.h"
int main(void) {
  int most = -2147483647 - 1, last = most;
  while (__VERIFIER_nondet_bool()) {
    last = __VERIFIER_nondet_int();
    if (last > most) most = last;
  }
  assert(most >= last);
}
