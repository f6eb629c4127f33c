// violated assert; oracle
// One is lost if the second never gets any.
#include "inputs.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  assume(n < 6);
  unsigned left = n, first = 0, second = 0;
  while (left > 0) {
    --left;
    if (__VERIFIER_nondet_bool()) ++first;
    else if (left != 2) ++second;
  }
  assert(first + second == n);
}
