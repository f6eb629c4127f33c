// violated division-by-zero; oracle
// One of sixteen divisors is zero.
#include "inputs.h"
int main(void) {
  int x = below(16);
  return 100 / (x - 7);
}
