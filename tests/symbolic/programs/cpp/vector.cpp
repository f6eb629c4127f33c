// safe; oracle
// A vector of as many elements as the input says.
#include <vector>

#include "inputs.h"
int main() {
  unsigned n = below(4);
  std::vector<unsigned> v;
  for (unsigned i = 0; i < n; i++) v.push_back(i);
  assert(v.size() == n && (n == 0 || v.back() == n - 1));
}
