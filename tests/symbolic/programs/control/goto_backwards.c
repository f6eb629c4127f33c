// violated assert; oracle
// A loop by a jump.
#include "inputs.h"
int main(void) {
  int n = below(8), sum = 0;
again:
  if (n > 0) {
    sum += n;
    n--;
    goto again;
  }
  assert(sum != 15);
}
