/* INT_MIN / -1 fits if it is computed in a wider type. */
#include <limits.h>

int main(void) {
  volatile int least = INT_MIN, divisor = -1;
  long long result = (long long)least / divisor;
  return result == -(long long)INT_MIN && (long long)least % divisor == 0 ? 0 : 1;
}
