/* INT_MIN / -1 does not fit. */
#include <limits.h>

int main(void) {
  volatile int least = INT_MIN, divisor = -1;
  int result = least / divisor;
  return result == 0;
}
