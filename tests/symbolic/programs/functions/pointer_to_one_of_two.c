// safe
// A call through a pointer that depends on the input.
#include "inputs.h"
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
int main(void) {
  bool which = __VERIFIER_nondet_int() > 0;
  int (*f)(int) = which ? twice : next;
  assert(f(5) == (which ? 10 : 6));
}
