// violated division-by-zero
// A remainder needs a divisor, too.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  return (int)(x % y & 1);
}
