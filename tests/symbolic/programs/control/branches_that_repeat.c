// safe
// The same condition goes the same way.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 5) y++;
  if (x > 5) y++;
  if (!(x <= 5)) y++;
  assert(y == 0 || y == 3);
}
