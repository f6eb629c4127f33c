// safe
// 8623 has none.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  if (x > 1 && y > 1) assert(x * y != 8623);
}
