/* printf's size letters: l, z and t are 32 bits, ll and j are 64. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
  printf("%d %ld %lld %hhd %hd\n", -1, -2L, -3LL, 300, 70000);
  printf("%u %lu %llu %zu %zx\n", -1u, -1ul, -1ull, (size_t)-1, sizeof(int));
  printf("%td %jd %ju\n", (ptrdiff_t)-5, (intmax_t)-6, (uintmax_t)1 << 63);
  printf("%" PRId64 " %" PRIu32 " %" PRIxPTR "\n", INT64_MIN, UINT32_MAX, (uintptr_t)0xdeadbeef);
  printf("[%5ld|%-5ld|%05lx|%+lld|% d|%#llo]\n", 42L, 42L, 42L, 42LL, 42, 42ULL);
  printf("%i %o %X %c %s %% %p %5.1f %e %G\n", 10, 10, 255, 'c', "s", (void *)0, 3.14, 12345.678, 1e-10);
  printf("%d %lld %d %f %d\n", 1, 2LL, 3, 4.0, 5);
  char text[40];
  printf("%d ", snprintf(text, sizeof text, "%lu-%llu-%s", 4294967295UL, 4294967296ULL, "end"));
  puts(text);
  return 0;
}
