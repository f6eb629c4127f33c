// safe
// A structure is copied, not shared.
#include "inputs.h"
struct point {
  int x, y;
};
int main(void) {
  struct point p = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  struct point q = p;
  q.x = 1;
  assert(q.y == p.y && (p.x == 1 || p.x != q.x));
}
