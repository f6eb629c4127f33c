// safe
// A guard keeps the largest int away.
#include <limits.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < INT_MAX) assert(x + 1 > x);
}
