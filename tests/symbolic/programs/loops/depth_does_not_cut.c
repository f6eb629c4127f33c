// safe; symbolic: --bound 6
// Two branches are within a bound of six.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 0) y++;
  if (x > 10) y++;
  assert(x > 10 || y < 2);
}
