// safe; oracle; options: --uninitialized input
// It has the same value whenever it is read.
#include <assert.h>
int main(void) {
  short x;
  short y = x;
  if (x > 3) assert(y > 3);
  assert(x == y);
}
