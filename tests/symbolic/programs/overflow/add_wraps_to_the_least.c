// safe; options: --property assert
// Where only assertions are checked, the largest int is followed by the least.
#include <limits.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 > x || x + 1 == INT_MIN);
}
