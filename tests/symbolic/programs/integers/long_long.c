// safe; oracle
// A product in 64 bits, and back by a shift.
#include "inputs.h"
int main(void) {
  short x = __VERIFIER_nondet_short();
  long long y = x * 8589934592LL;
  assert(y >> 33 == x && (y < 0) == (x < 0));
}
