// safe
// Two or three for each.
#include "inputs.h"
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_bool() && x < 1000000) {
    x += 1;
    y += __VERIFIER_nondet_bool() ? 3 : 2;
  }
  assert(y >= 2 * x && y <= 3 * x);
}
