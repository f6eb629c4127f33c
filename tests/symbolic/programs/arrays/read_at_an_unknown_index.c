// safe; oracle
// Every element is twice its index.
#include "inputs.h"
int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++) a[i] = 2 * i;
  int i = below(8);
  assert(a[i] == 2 * i);
}
