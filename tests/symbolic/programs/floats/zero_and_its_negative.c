// violated assert
// Two zeros are equal and have different reciprocals.
#include "inputs.h"
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x == 0 && y == 0) assert(1 / x == 1 / y);
}
