/* Unsigned arithmetic is defined for all values. */
#include <limits.h>

int main(void) {
  volatile unsigned a = UINT_MAX, zero = 0;
  volatile unsigned long long wide = ULLONG_MAX;
  unsigned sum = a + 1, difference = zero - 1, product = a * a, negative = -a;
  wide++;
  wide--;
  return sum == 0 && difference == UINT_MAX && product == 1 && negative == 1 && wide == ULLONG_MAX ? 0 : 1;
}
