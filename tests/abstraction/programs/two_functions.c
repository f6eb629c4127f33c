// safe
// Loops in two functions, one of which is called twice.
#include "inputs.h"
static unsigned climb(unsigned from) {
  unsigned x = from;
  while (__VERIFIER_nondet_bool() && x < 100) ++x;
  return x;
}
int main(void) {
  unsigned a = climb(0);
  unsigned b = climb(a);
  assert(b <= 100 && a <= 100);
}
