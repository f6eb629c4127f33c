// violated assert; oracle
// A missing break.
#include "inputs.h"
int main(void) {
  int x = below(5), y = 0;
  switch (x) {
    case 0: y = 10; break;
    case 1: y = 11;
    case 2: y = 12; break;
    default: y = x + 10;
  }
  assert(y == x + 10);
}
