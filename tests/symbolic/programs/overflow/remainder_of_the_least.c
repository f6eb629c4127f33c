// violated signed-overflow
// Nor may the remainder be asked for.
#include <limits.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 0);
  return INT_MIN % x == 1;
}
