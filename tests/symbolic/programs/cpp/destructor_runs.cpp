// safe; oracle
// The destructor runs on every way out.
#include "inputs.h"
static int alive;
struct Guard {
  Guard() { alive++; }
  ~Guard() { alive--; }
};
static int early(int x) {
  Guard guard;
  if (x > 2) return 1;
  return 0;
}
int main() {
  int x = below(5);
  assert(early(x) == (x > 2) && alive == 0);
}
