// violated out-of-bounds; oracle
// Three steps of up to two do not stay within five.
#include "inputs.h"
int main(void) {
  int a[6] = {0, 1, 2, 3, 4, 5};
  int* p = a;
  for (int i = 0; i < 3; i++) p += 1 + below(2);
  return *p;
}
