/* Bit-fields of all widths, across storage units, packed and with zero-width members. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct plain { unsigned a : 3; unsigned b : 30; unsigned c : 31; int d : 5; };
struct wide { unsigned long long a : 40; unsigned long long b : 20; long long c : 33; char d; };
struct packed { char x; unsigned long long y : 37; unsigned z : 11; } __attribute__((packed));
struct broken { unsigned a : 5; unsigned : 0; unsigned b : 5; char c; short : 9; char d; };

static void show(const void *object, size_t size) {
  for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)object)[i]);
  printf(" %zu\n", size);
}

int main(void) {
  struct plain p; struct wide w; struct packed k; struct broken b;
  memset(&p, 0, sizeof p), memset(&w, 0, sizeof w), memset(&k, 0, sizeof k), memset(&b, 0, sizeof b);
  p.a = 5, p.b = 0x2abcdef1, p.c = 0x7fffffff, p.d = -3;
  w.a = 0xabcdef0123ULL, w.b = 0xfffff, w.c = -5, w.d = 'x';
  k.x = 'y', k.y = 0x1234567890ULL, k.z = 0x5a5;
  b.a = 17, b.b = 9, b.c = 'c', b.d = 'd';
  show(&p, sizeof p), show(&w, sizeof w), show(&k, sizeof k), show(&b, sizeof b);
  printf("%d %d %d %d\n", p.a, p.b, p.c, p.d);
  printf("%llx %x %lld %c\n", (unsigned long long)w.a, (unsigned)w.b, (long long)w.c, w.d);
  printf("%llx %x\n", (unsigned long long)k.y, k.z);
  assert(p.d == -3 && w.c == -5);
  return 0;
}
