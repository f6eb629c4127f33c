// violated assert
// An element is assigned to another, which may be the same.
#include "inputs.h"
struct Point {
  int x, y, z;
};
static struct Point points[10000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 10000 || j >= 10000) return 0;
  points[i] = (struct Point){1, 2, 3};
  points[j].x = points[i].y;
  points[j].z = points[i].x;
  assert(points[j].z == 1);
}
