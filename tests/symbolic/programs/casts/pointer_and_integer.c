// safe; oracle
// A pointer survives an integer.
#include <stdint.h>

#include "inputs.h"
int main(void) {
  int a[4] = {0, 1, 2, 3};
  int i = below(4);
  uintptr_t address = (uintptr_t)&a[i];
  assert(*(int*)address == i);
}
