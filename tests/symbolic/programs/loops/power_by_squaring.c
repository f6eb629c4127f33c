// safe; oracle
// Three to an unknown power, by squares and by products.
#include "inputs.h"
int main(void) {
  unsigned n = below(10), fast = 1, slow = 1, base = 3;
  for (unsigned i = 0; i < n; i++) slow *= 3;
  for (unsigned rest = n; rest; rest /= 2) {
    if (rest & 1) fast *= base;
    base *= base;
  }
  assert(fast == slow);
}
