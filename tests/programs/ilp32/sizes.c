/* int, long and pointers have 32 bits; long long and double have 64 but an alignment of 4 in structures. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct mixed { char c; long long l; char d; double e; short s; long double x; void *p; };
struct nested { char c; struct mixed m; char d[3]; };
union either { char c[5]; long long l; long double x; };

int main(void) {
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *));
  printf("%zu %zu %zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(long double), sizeof(size_t), sizeof(wchar_t));
  printf("%zu %zu %zu %zu\n", sizeof(ptrdiff_t), sizeof(intptr_t), sizeof(intmax_t), sizeof(int_fast16_t));
  printf("%zu %zu %zu %zu\n", _Alignof(long long), _Alignof(double), _Alignof(long double), _Alignof(void *));
  printf("%zu: %zu %zu %zu %zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, l), offsetof(struct mixed, d),
         offsetof(struct mixed, e), offsetof(struct mixed, s), offsetof(struct mixed, x), offsetof(struct mixed, p));
  printf("%zu %zu %zu\n", sizeof(struct nested), offsetof(struct nested, m), offsetof(struct nested, d));
  printf("%zu %zu\n", sizeof(union either), _Alignof(union either));
  printf("%ld %lu %d %zu\n", LONG_MAX, ULONG_MAX, PTRDIFF_MAX, (size_t)SIZE_MAX);
  assert(sizeof(long) == 4 && sizeof(void *) == 4);
  return 0;
}
