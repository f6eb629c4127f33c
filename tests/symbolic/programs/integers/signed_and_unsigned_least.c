// violated assert; symbolic: --merge always
// The least of three as signed and as unsigned numbers.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  int least = x < y ? x : y;
  least = least < z ? least : z;
  unsigned a = x, b = y, c = z, low = a < b ? a : b;
  low = low < c ? low : c;
  assert((unsigned)least == low);
}
