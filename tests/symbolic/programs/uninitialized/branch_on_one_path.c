// violated uninitialized-branch; oracle
// One path leaves the variable alone.
#include "inputs.h"
int main(void) {
  int x;
  if (below(8) != 3) x = 1;
  if (x > 0) return 1;
}
