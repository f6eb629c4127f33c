// safe
// The innermost branch is contradictory.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > y)
    if (y > 10)
      if (x < 11) reach_error();
}
