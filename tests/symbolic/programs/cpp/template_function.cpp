// safe
// One template for two types.
#include "inputs.h"
template <typename T>
T clamped(T value, T low, T high) {
  return value < low ? low : high < value ? high : value;
}
int main() {
  int x = clamped(__VERIFIER_nondet_int(), -5, 5);
  unsigned y = clamped(__VERIFIER_nondet_uint(), 2u, 9u);
  assert(x >= -5 && x <= 5 && y >= 2 && y <= 9);
}
