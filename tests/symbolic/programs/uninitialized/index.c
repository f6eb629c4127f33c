// violated uninitialized; oracle
// An index that one path did not set.
#include "inputs.h"
int main(void) {
  int a[4] = {0};
  int i;
  if (below(4) > 0) i = 2;
  return a[i];
}
