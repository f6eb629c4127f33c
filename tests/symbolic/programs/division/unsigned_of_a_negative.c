// violated assert; oracle
// A negative int divided by an unsigned is large.
#include "inputs.h"
int main(void) {
  int x = below(16) - 8;
  assert(x / 2u < 100);
}
