/* The builtin reports the overflow instead of running into it. */
#include <limits.h>

int main(void) {
  volatile int a = INT_MAX;
  int sum;
  int overflows = __builtin_add_overflow(a, 1, &sum);
  return overflows && sum == INT_MIN ? 0 : 1;
}
