/* i <= INT_MAX is always true, so the loop counts beyond it. */
#include <limits.h>

int main(void) {
  volatile int limit = INT_MAX;
  for (int i = INT_MAX - 3; i <= limit; i++) {
  }
  return 0;
}
