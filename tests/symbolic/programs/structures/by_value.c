// violated assert
// A function that gets a copy changes the copy.
#include "inputs.h"
struct point {
  int x, y;
};
static void clear(struct point p) { p.x = p.y = 0; }
int main(void) {
  struct point p = {__VERIFIER_nondet_int(), 0};
  clear(p);
  assert(p.x == 0);
}
