// safe
// The least of some numbers is not above the most of them.
#include "inputs.h"
int main(void) {
  int least = 0, most = 0;
  while (__VERIFIER_nondet_bool()) {
    int x = __VERIFIER_nondet_int();
    if (x < least) least = x;
    if (x > most) most = x;
  }
  assert(least <= most);
}
