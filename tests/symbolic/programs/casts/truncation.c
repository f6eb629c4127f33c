// violated assert
// A cast to a narrower type loses bits.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((unsigned short)x == x);
}
