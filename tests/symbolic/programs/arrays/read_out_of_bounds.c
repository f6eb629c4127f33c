// violated out-of-bounds; oracle
// One index is too large.
#include "inputs.h"
int main(void) {
  int a[8] = {0};
  return a[below(9)];
}
