// safe
// Its sum.
#include <array>

#include "inputs.h"
int main() {
  std::array<unsigned, 3> a{};
  unsigned sum = 0;
  for (auto& x : a) sum += x = __VERIFIER_nondet_uint();
  for (auto x : a) sum -= x;
  assert(sum == 0);
}
