// violated assert
// A lambda that keeps a reference.
#include "inputs.h"
int main() {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  auto remember = [&y](int value) {
    if (value > 1000) y = value;
  };
  remember(x);
  assert(y != 1234);
}
