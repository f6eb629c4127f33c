// safe
// Every other int has one.
#include <limits.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x != INT_MIN);
  int y = x < 0 ? -x : x;
  assert(y >= 0 && (y == x || y == -x));
}
