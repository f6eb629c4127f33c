// safe
// Every round asks a solver, on every path: squares are no matter of order.
#include "inputs.h"
int main(void) {
  unsigned sum = 0;
  for (int k = 0; k < 4; ++k) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x & 4) sum += x * x % 4;
    assert(x * x % 4 < 2 && sum < 5);
  }
}
