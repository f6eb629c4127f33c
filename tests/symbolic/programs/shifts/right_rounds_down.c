// violated assert; oracle
// Shifting rounds down, dividing rounds towards zero.
#include "inputs.h"
int main(void) {
  signed char x = (signed char)__VERIFIER_nondet_uchar();
  assert(x >> 1 == x / 2);
}
