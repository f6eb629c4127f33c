// violated assert
// The successor of an unsigned is not always larger.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x + 1 > x);
}
