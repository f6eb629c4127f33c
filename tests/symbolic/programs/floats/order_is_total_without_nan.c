// safe
// Other values are less, equal or greater.
#include "inputs.h"
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x == x && y == y) assert((x < y) + (x == y) + (x > y) == 1);
}
