// violated assert
// 8633 has two factors.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  if (x > 1 && y > 1) assert(x * y != 8633);
}
