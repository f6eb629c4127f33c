// violated assert; oracle
// A factorial is more than its argument, not always.
#include "inputs.h"
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int main(void) {
  int n = below(7);
  assert(factorial(n) > n);
}
