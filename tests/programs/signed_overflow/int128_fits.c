/* The product of two long long fits in 128 bits. */
#include <limits.h>

int main(void) {
  volatile __int128 a = LLONG_MIN;
  __int128 product = a * a;
  __int128 greatest = product - 1 + product;
  return greatest > 0 && -greatest - 1 < 0 ? 0 : 1;
}
