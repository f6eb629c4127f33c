/* Conversions between integer types must wrap, extend by sign or by zero, and promote as the standard says. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>

int main(void) {
  int wide = 0x12345f80;
  signed char s = (signed char)wide;
  unsigned char u = (unsigned char)wide;
  short h = (short)wide;
  printf("%d %d %d %ld\n", s, u, h, (long)s);
  printf("%u %llu\n", (unsigned)s, (unsigned long long)s);
  unsigned char a = 200, b = 100;
  printf("%d %d\n", a + b, (unsigned char)(a + b));
  printf("%d %d\n", -1 < 1u, -1 < (long)1u);
  printf("%d %d\n", -7 / 2, -7 % 2);
  printf("%u %d\n", UINT_MAX + 2u, (int)((unsigned)INT_MAX + 1u) == INT_MIN);
  printf("%d %u %d\n", -8 >> 1, 0xfffffff8u >> 1, 1 << 30);
  printf("%d %d\n", (_Bool)256, (_Bool)0.25);
  assert(sizeof(a + b) == sizeof(int) && sizeof 'a' == sizeof(int));
  return 0;
}
