// violated assert
// A static local keeps its value from call to call.
#include "inputs.h"
static int most(int x) {
  static int seen = -1;
  if (x > seen) seen = x;
  return seen;
}
int main(void) {
  most(__VERIFIER_nondet_int());
  int x = __VERIFIER_nondet_int();
  assert(most(x) == x || x < 0);
}
