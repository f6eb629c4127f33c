// violated assert
// In a comparison with an unsigned -1 is large.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (x < 10) assert(x < limit);
}
