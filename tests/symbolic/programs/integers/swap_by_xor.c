// safe
// Three exclusive ors swap two values.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned a = x, b = y;
  a ^= b;
  b ^= a;
  a ^= b;
  assert(a == y && b == x);
}
