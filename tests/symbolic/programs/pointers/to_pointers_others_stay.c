// safe; oracle
// Only one of three changes.
#include "inputs.h"
int main(void) {
  int x = 1, y = 1, z = 1;
  int* table[3] = {&x, &y, &z};
  *table[below(3)] = 0;
  assert(x + y + z == 2);
}
