// safe; oracle
// Small values of Ackermann's function.
#include "inputs.h"
static int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  int n = below(4);
  assert(ackermann(1, n) == n + 2 && ackermann(2, n) == 2 * n + 3);
}
