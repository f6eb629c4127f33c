// violated assert; oracle
// A tenth is not exact.
#include "inputs.h"
int main(void) {
  int x = below(16);
  double sum = 0;
  for (int i = 0; i < x; i++) sum += 0.1;
  assert(sum == x / 10.0);
}
