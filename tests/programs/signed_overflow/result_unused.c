/* Nobody looks at the sum, which is undefined all the same. */
#include <limits.h>

static void add(int a, int b) {
  int sum = a + b;
  (void)sum;
}

int main(void) {
  add(INT_MAX, 1);
  return 0;
}
