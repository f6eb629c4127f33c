// safe; oracle
// Every path sets it.
#include "inputs.h"
int main(void) {
  int x, n = below(8);
  if (n != 3)
    x = 1;
  else
    x = 2;
  assert(x == 1 + (n == 3));
}
