// violated assert; oracle
// Elements of twelve bytes, seen from the one behind: the distance is negative and the stride no power of two.
#include "inputs.h"
struct triple {
  int x, y, z;
};
int main(void) {
  struct triple all[4] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}};
  unsigned char i = below(4);
  __VERIFIER_assume(i > 0);
  struct triple* p = &all[i];
  assert(p[-1].z == 3 * i - 1);
  assert(p[-1].z != 5);
}
