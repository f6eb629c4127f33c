// safe
// Both comparisons agree where nothing is negative.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (x >= 0 && x < 10) assert(x < limit);
}
