// safe
// The larger of two.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int most = x > y ? x : y;
  assert(most >= x && most >= y && (most == x || most == y));
}
