// violated assert
// The innermost branch can be reached.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > y)
    if (y > 10)
      if (x < 13) reach_error();
}
