/* 64-bit arithmetic on a 32-bit machine. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>

static long long power(long long base, int exponent) {
  long long result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

int main(void) {
  long long a = power(3, 39), b = -power(7, 20);
  unsigned long long c = 0xfedcba9876543210ULL;
  printf("%lld %lld %lld\n", a, b, a + b);
  printf("%lld %lld %lld %lld\n", a / b, a % b, b / 1000003, b % 1000003);
  printf("%llu %llu %llx %llx\n", c / 10, c % 1000, c >> 13, c << 29);
  printf("%lld %lld\n", b >> 3, (long long)(int)b);
  printf("%d %d %d\n", a > b, (unsigned long long)a > (unsigned long long)b, a == a);
  printf("%lld %lld\n", LLONG_MAX, LLONG_MIN);
  printf("%ld %lu\n", (long)a, (unsigned long)c);
  for (int shift = 0; shift < 64; shift += 9) printf("%llx ", 1ULL << shift);
  printf("\n");
  unsigned long wraps = 0xffffffffUL;
  wraps += 2;
  assert(wraps == 1);
  return 0;
}
