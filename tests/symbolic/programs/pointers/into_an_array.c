// safe; oracle
// An unknown distance from the beginning.
#include "inputs.h"
int main(void) {
  int a[6] = {0, 10, 20, 30, 40, 50};
  int* p = a + below(6);
  assert(*p == 10 * (p - a));
}
