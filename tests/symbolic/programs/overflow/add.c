// violated signed-overflow
// The largest int has no successor.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  return y == 0;
}
