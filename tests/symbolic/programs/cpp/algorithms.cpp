// safe
// std::max and std::minmax agree.
#include <algorithm>

#include "inputs.h"
int main() {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  auto [least, most] = std::minmax(x, y);
  assert(least <= most && most == std::max(x, y));
}
