/* What overflows an int fits in 64 bits. */
#include <limits.h>

int main(void) {
  volatile long long a = INT_MAX, b = LLONG_MIN + INT_MAX;
  long long sum = a + a, product = a * a, least = b - a;
  return sum == 4294967294LL && product == 4611686014132420609LL && least == LLONG_MIN ? 0 : 1;
}
