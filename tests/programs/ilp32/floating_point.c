/* double and float are IEEE; long double has 80 bits in 12 bytes. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct triple { float f; double d; long double l; };

static long double half(long double x) { return x / 2; }
static struct triple make(float f, double d, long double l) { struct triple t = {f, d, l}; return t; }

int main(void) {
  struct triple t = make(1.5f, 2.25, 3.125L), array[3] = {t, t, t};
  array[1].l = half(array[1].l) + 1;
  printf("%zu %zu %g %g %g\n", sizeof t, sizeof array, t.f, t.d, (double)array[1].l);
  long double precise = 1.0L + 0x1p-60L;
  assert(precise != 1.0L);
  assert((double)precise == 1.0);
  printf("%.3f %.10g %a\n", sqrt(2.0), 0.1 + 0.2, 1.0 / 3);
  printf("%.5f %.5f %.5f\n", fmod(10, 3), floor(-1.5), pow(2, 0.5));
  unsigned char bytes[sizeof(long double)];
  long double one = 1;
  memset(bytes, 0, sizeof bytes);
  memcpy(bytes, &one, 10);
  for (int i = 0; i < 10; i++) printf("%02x", bytes[i]);
  printf("\n");
  return 0;
}
