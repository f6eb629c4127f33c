// violated assert
// Not every int is a float.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 100000000);
  assert((int)(float)x == x);
}
