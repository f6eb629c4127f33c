// violated out-of-bounds; oracle
// Its fourth element is not always there.
#include "inputs.h"
int main(void) {
  int n = 3 + below(4);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  return a[3];
}
