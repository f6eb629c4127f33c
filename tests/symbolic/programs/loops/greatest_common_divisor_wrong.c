// violated assert; oracle
// It is not always one.
#include "inputs.h"
int main(void) {
  unsigned a = 1 + below(15), b = 1 + below(15);
  while (b) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  assert(a != 7);
}
