/* The least number has no negative. */
#include <limits.h>

int main(void) {
  volatile int least = INT_MIN;
  int result = -least;
  return result == 0;
}
