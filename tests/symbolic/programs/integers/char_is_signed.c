// violated assert; oracle
// A char above 127 is negative.
#include "inputs.h"
int main(void) {
  char x = __VERIFIER_nondet_char();
  assert(x >= 0);
}
