// violated assert
// An unknown element of a std::array.
#include <array>

#include "inputs.h"
int main() {
  std::array<int, 4> a{1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < a.size()) a[i] = 0;
  assert(a[2] == 3);
}
