// violated assert; symbolic: --merge always
// Which number is less depends on how they are compared, so their ranks do, too.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if ((unsigned)x < (unsigned)y) assert(x < y);
}
