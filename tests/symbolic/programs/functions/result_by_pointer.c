// safe
// A function gives back two values.
#include "inputs.h"
static bool divided(unsigned a, unsigned b, unsigned* quotient) {
  if (b == 0) return false;
  *quotient = a / b;
  return true;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), q;
  if (divided(x, 16, &q)) assert(q == x >> 4);
}
