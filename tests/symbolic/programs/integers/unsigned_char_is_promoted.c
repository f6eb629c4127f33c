// violated assert; oracle
// The sum of two unsigned chars is an int, so it can be more than 255.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = below(3);
  assert(x + y <= 255);
}
