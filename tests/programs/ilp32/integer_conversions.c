/* Conversions between widths, signs and floating point; unsigned long has 32 bits. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  long l = -1;
  unsigned u = 5;
  assert(l > u);  /* both are converted to unsigned long: 32 bits */
  assert((long long)-1 < u);
  unsigned long big = 4000000000UL;
  printf("%ld %lu %lld\n", (long)big, big, (long long)big);
  printf("%f %f\n", (double)big, (double)(long)big);
  printf("%lu %ld %lld\n", (unsigned long)3999999999.9, (long)-2147483647.5, (long long)-1e15);
  printf("%d %d\n", (char)300, (short)70000);
  signed char s = -7;
  printf("%u %lu %llu\n", (unsigned)s, (unsigned long)s, (unsigned long long)s);
  float f = 16777217;
  printf("%.1f %lld\n", f, (long long)(0x1p40 + 3));
  return 0;
}
