// safe
// As a whole, between elements that may be the same.
#include "inputs.h"
struct Point {
  int x, y, z;
};
static struct Point points[10000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 10000 || j >= 10000) return 0;
  points[i] = (struct Point){1, 2, 3};
  points[j] = points[i];
  struct Point copy = points[j];
  assert(copy.x == 1 && copy.y == 2 && copy.z == 3);
  assert(points[i].z == 3);
}
