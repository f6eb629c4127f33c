// violated assert
// The middle of three, wrongly.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  int middle = x > y ? (y > z ? y : z) : (x > z ? x : z);
  assert((middle >= x) + (middle >= y) + (middle >= z) == 2 || x == y || y == z || x == z);
}
