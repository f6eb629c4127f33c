// safe; oracle
// A recursive sum.
#include "inputs.h"
static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  int n = below(9);
  assert(sum(n) == n * (n + 1) / 2);
}
