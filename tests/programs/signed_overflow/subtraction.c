/* INT_MIN - 1. */
#include <limits.h>

int main(void) {
  volatile int least = INT_MIN;
  int result = least - 1;
  return result == 0;
}
