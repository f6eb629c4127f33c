// safe
// Members are kept apart.
#include "inputs.h"
struct point {
  int x, y;
};
int main(void) {
  struct point p;
  p.x = __VERIFIER_nondet_int();
  p.y = 7;
  int x = p.x;
  p.y = p.x;
  p.x = 3;
  assert(p.y == x && p.x == 3);
}
