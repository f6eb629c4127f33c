// violated out-of-bounds; oracle
// Writing past the end.
#include "inputs.h"
int main(void) {
  int a[4] = {0};
  a[below(5)] = 1;
  return a[0];
}
