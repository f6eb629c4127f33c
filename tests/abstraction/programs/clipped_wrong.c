// violated assert
// One side is forgotten.
#include "inputs.h"
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_bool()) {
    x = __VERIFIER_nondet_int();
    if (x > 50) x = 50;
  }
  assert(x >= -50 && x <= 50);
}
