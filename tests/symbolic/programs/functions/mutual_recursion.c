// safe; oracle
// Even and odd.
#include "inputs.h"
static bool odd(unsigned n);
static bool even(unsigned n) { return n == 0 || odd(n - 1); }
static bool odd(unsigned n) { return n != 0 && even(n - 1); }
int main(void) {
  unsigned n = below(10);
  assert(even(n) == (n % 2 == 0) && odd(n) != even(n));
}
