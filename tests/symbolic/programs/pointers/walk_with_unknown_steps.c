// safe; oracle
// Three steps of one or two stay within six.
#include "inputs.h"
int main(void) {
  int a[7] = {0, 1, 2, 3, 4, 5, 6};
  int* p = a;
  for (int i = 0; i < 3; i++) p += 1 + below(2);
  assert(*p >= 3 && *p <= 6);
}
