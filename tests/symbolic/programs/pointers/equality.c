// safe; oracle
// Pointers are equal if their indices are.
#include "inputs.h"
int main(void) {
  int a[4];
  int i = below(4), j = below(4);
  assert((&a[i] == &a[j]) == (i == j));
}
