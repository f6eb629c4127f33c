// safe
// What De Morgan says holds for every bit.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  assert(~(x & y) == (~x | ~y));
  assert((x | y) - (x & y) == (x ^ y));
}
