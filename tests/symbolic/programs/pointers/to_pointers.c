// violated assert; oracle
// A table of pointers at an unknown index.
#include "inputs.h"
int main(void) {
  int x = 1, y = 2, z = 3;
  int* table[3] = {&x, &y, &z};
  *table[below(3)] = 0;
  assert(z == 3 || x == 0);
}
