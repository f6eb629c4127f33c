// safe
// What is taken away in twos is counted in ones.
#include "inputs.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume(n >= 0 && n <= 1000000);
  int x = n, y = 0;
  while (x > 1) {
    x -= 2;
    ++y;
  }
  assert(x + 2 * y == n);
}
