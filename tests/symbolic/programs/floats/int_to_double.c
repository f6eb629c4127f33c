// safe
// Every int is a double.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((int)(double)x == x);
}
