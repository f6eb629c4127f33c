// safe; oracle
// Euclid's result divides both.
#include "inputs.h"
int main(void) {
  unsigned a = 1 + below(15), b = 1 + below(15);
  unsigned x = a, y = b;
  while (y) {
    unsigned rest = x % y;
    x = y;
    y = rest;
  }
  assert(x > 0 && a % x == 0 && b % x == 0);
}
