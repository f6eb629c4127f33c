// safe; oracle
// What is thrown depends on the input, and is caught.
#include "inputs.h"
static int divided(int a, int b) {
  if (b == 0) throw b;
  return a / b;
}
int main() {
  int b = below(4), result = -1;
  try {
    result = divided(12, b);
  } catch (int zero) {
    assert(zero == 0 && b == 0);
  }
  assert((result == -1) == (b == 0));
}
