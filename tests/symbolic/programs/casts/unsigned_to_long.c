// violated assert
// An unsigned is extended by zeros.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((long)(unsigned)x == (long)x);
}
