// violated assert; options: --property assert
// Where only assertions are checked, signed integers wrap around.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 > x);
}
