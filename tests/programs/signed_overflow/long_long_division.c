/* The least long long divided by -1. */
#include <limits.h>

int main(void) {
  volatile long long least = LLONG_MIN, divisor = -1;
  long long result = least / divisor;
  return result == 0;
}
