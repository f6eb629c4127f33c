/* 64 bits overflow, too. */
#include <limits.h>

int main(void) {
  volatile long long a = LLONG_MAX / 3 + 1;
  long long result = a * 3;
  return result == 0;
}
