// safe
// What is shared out between two is neither more nor less than there was.
#include "inputs.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume(n < 100000);
  unsigned left = n, first = 0, second = 0;
  while (left > 0) {
    --left;
    if (__VERIFIER_nondet_bool()) ++first;
    else ++second;
  }
  assert(first + second == n);
}
