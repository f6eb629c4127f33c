// safe
// Members of one element do not touch those of another, nor each other.
#include "inputs.h"
struct Point {
  int x, y;
  char name[4];
};
static struct Point points[10000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (i >= 10000 || j >= 10000 || k >= 4) return 0;
  points[i].x = 1;
  points[j].y = 2;
  points[i].name[k] = 'n';
  assert(points[i].x == 1 && points[j].y == 2 && points[i].name[k] == 'n');
  assert(points[j].x == (i == j ? 1 : 0));
}
