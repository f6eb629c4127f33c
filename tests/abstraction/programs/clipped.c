// safe
// A value is clipped again and again.
#include "inputs.h"
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_bool()) {
    x = __VERIFIER_nondet_int();
    if (x < -50) x = -50;
    if (x > 50) x = 50;
  }
  assert(x >= -50 && x <= 50);
}
