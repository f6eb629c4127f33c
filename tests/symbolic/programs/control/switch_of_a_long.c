// violated assert
// A case that does not fit an int.
#include "inputs.h"
int main(void) {
  switch (__VERIFIER_nondet_long()) {
    case 0x100000001: assert(0);
    default: return 0;
  }
}
