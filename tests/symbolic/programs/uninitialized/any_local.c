// violated assert; oracle; options: --uninitialized input
// A local variable begins with any value.
#include <assert.h>
int main(void) {
  short x;
  assert(x != 12345);
}
