// safe; oracle
// Pointers into an array are ordered as their indices are.
#include "inputs.h"
int main(void) {
  int a[4];
  int i = below(4), j = below(4);
  assert((&a[i] < &a[j]) == (i < j));
  assert(&a[i] - &a[j] == i - j);
}
