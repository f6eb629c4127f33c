/* True with 32-bit longs only: the assertion tells the data models apart. */
#include <assert.h>

int main(void) {
  unsigned long x = 1UL << 31;
  x <<= 1;
  assert(x == 0);
  return 0;
}
