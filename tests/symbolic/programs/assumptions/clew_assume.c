// safe
// The assumption by Clew's own name.
#include <clew.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  clew_assume(x > 0 && x < 100);
  assert(x * x > 0);
}
