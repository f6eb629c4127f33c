/* A conversion to a narrower type is no arithmetic. */
#include <limits.h>

int main(void) {
  volatile long long a = LLONG_MAX;
  volatile unsigned b = UINT_MAX;
  int narrow = (int)a, same_bits = (int)b;
  return narrow == -1 && same_bits == -1 ? 0 : 1;
}
