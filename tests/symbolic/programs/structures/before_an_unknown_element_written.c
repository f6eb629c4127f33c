// safe; oracle
// A write there changes nothing else.
#include "inputs.h"
struct triple {
  int x, y, z;
};
int main(void) {
  struct triple all[4] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}};
  unsigned char i = below(4);
  __VERIFIER_assume(i > 0);
  struct triple* p = &all[i];
  p[-1].z = 100;
  for (int k = 0; k < 4; k++) {
    assert(all[k].x == 3 * k && all[k].y == 3 * k + 1);
    assert(all[k].z == (k == i - 1 ? 100 : 3 * k + 2));
  }
}
