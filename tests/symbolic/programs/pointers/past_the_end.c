// violated out-of-bounds; oracle
// The end of an array may be pointed at, not read.
#include "inputs.h"
int main(void) {
  int a[6] = {0};
  int* p = a + below(7);
  return *p;
}
