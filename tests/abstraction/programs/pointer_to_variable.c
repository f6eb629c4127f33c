// safe
// Through a pointer to one of two variables.
#include "inputs.h"
int main(void) {
  int x = 0, y = 0;
  int *p = &x;
  while (__VERIFIER_nondet_bool()) {
    *p = 1;
    assert(y == 0);
  }
  assert(x == 0 || x == 1);
}
