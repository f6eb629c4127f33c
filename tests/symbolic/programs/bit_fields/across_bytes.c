// safe
// A field of twenty bits between others.
#include "inputs.h"
struct packed {
  unsigned a : 6, b : 20, c : 6;
};
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  struct packed p = {0, 0, 0};
  p.b = x;
  p.a = y;
  p.c = y;
  assert(p.b == (x & 0xfffff) && p.a == (y & 63) && p.c == p.a);
}
