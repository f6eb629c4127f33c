// violated signed-overflow
// A long has a greatest value, too.
#include "inputs.h"
int main(void) {
  long x = __VERIFIER_nondet_long();
  return x + 1 > x ? 0 : 1;
}
