/* Floating-point arithmetic and conversions must follow IEEE 754 in single and double precision. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  float f = 0.1f;
  double d = 0.1;
  printf("%.10f %.17f %d\n", f, d, f == d);
  printf("%.1f %.0f %.0f %.3e %g %g\n", 2.25, 2.5, 3.5, 12345.678, 1e-5, 1e20);
  printf("%d %d %d %u\n", (int)-2.9, (int)2.9f, (int)(char)65.7, (unsigned)3e9);
  printf("%.1f %.1f\n", (double)(float)16777217, (double)16777217);
  printf("%lld %llu\n", (long long)-1e18, (unsigned long long)1e19);
  printf("%d %f %f\n", 1 / 3, 1 / 3.0, (double)(1.0f / 3.0f));
  double zero = 0.0, infinity = 1.0 / zero, nan = zero / zero;
  printf("%f %f %d %d\n", infinity, -infinity, nan == nan, nan != nan);
  assert(-zero == zero && 1.0 / -zero == -infinity);
  assert(!(nan < 1.0) && !(nan > 1.0) && !(nan <= nan));
  assert(0.1 + 0.2 != 0.3 && 0.1 + 0.2 > 0.3);
  assert(16777216.0f + 1.0f == 16777216.0f);
  long big = (1L << 53) + 1;
  assert((long)(double)big == 1L << 53);
  float sum = 0;
  for (int i = 0; i < 10; i++)
    sum += 0.1f;
  assert(sum != 1.0f && sum > 0.99999f && sum < 1.00001f);
  return 0;
}
