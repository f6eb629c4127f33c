// violated out-of-bounds; oracle
// One index is negative.
#include "inputs.h"
int main(void) {
  int a[8] = {0};
  int i = below(8) - 1;
  return a[i];
}
