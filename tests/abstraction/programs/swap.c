// safe
// Two values change places and stay two.
#include "inputs.h"
int main(void) {
  int x = 1, y = 2;
  while (__VERIFIER_nondet_bool()) {
    int other = x;
    x = y;
    y = other;
  }
  assert(x != y);
}
