// violated assert
// Cases that are far apart.
#include "inputs.h"
int main(void) {
  int y = 0;
  switch (__VERIFIER_nondet_int()) {
    case -2000000000: y = 1; break;
    case 7: y = 2; break;
    case 2000000000: y = 3; break;
  }
  assert(y != 3);
}
