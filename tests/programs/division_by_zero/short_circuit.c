/* The right side of && is not evaluated when the left side has found the divisor to be zero. */
#include <assert.h>
#include <clew.h>

static int divides(int d, int n) { return d != 0 && n % d == 0; }

int main(void) {
  int d = clew_choose(4);
  assert(divides(d, 6) == (d == 1 || d == 2 || d == 3));
  return 0;
}
