// safe
// Writing through a pointer to one of two variables changes that one.
#include "inputs.h"
int main(void) {
  int x = 1, y = 2;
  int* p = __VERIFIER_nondet_int() > 0 ? &x : &y;
  int value = __VERIFIER_nondet_int();
  *p = value;
  assert((x == value && y == 2) || (y == value && x == 1));
}
