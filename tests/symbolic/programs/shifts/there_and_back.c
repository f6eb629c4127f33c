// violated assert
// What is shifted out does not come back.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x << 3 >> 3 == x);
}
