// safe
// Nothing is lost of what fits.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x <= 65535) assert((unsigned short)x == x);
}
