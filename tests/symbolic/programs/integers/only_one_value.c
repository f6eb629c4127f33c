// violated assert
// One of 2^32 values is the wrong one.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x != 0xdeadbeef);
}
