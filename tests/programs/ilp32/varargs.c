/* Every kind of variable argument in words of four bytes: nothing is aligned to eight. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

struct point { int x, y; };
struct odd { char text[7]; };
struct wide { char c; long long l; long double d; };

static void show(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  assert(*kinds != 'i' || va_arg(again, int) >= -100);
  va_end(again);
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': printf("%d ", va_arg(list, int)); break;
    case 'l': printf("%ld ", va_arg(list, long)); break;
    case 'q': printf("%lld ", va_arg(list, long long)); break;
    case 'd': printf("%.2f ", va_arg(list, double)); break;
    case 'D': printf("%.2Lf ", va_arg(list, long double)); break;
    case 's': printf("%s ", va_arg(list, const char *)); break;
    case 'p': { struct point p = va_arg(list, struct point); printf("(%d,%d) ", p.x, p.y); break; }
    case 'o': { struct odd o = va_arg(list, struct odd); printf("<%s> ", o.text); break; }
    case 'w': { struct wide w = va_arg(list, struct wide); printf("[%c %lld %.1Lf] ", w.c, w.l, w.d); break; }
    case 'f': printf("%d ", va_arg(list, int (*)(int))(20)); break;
  }
  va_end(list);
  printf("end\n");
}

static int twice(int x) { return 2 * x; }
static long total(int count, va_list list) {
  long sum = 0;
  while (count-- > 0) sum += va_arg(list, long);
  return sum;
}
static long sum(int count, ...) {
  va_list list;
  va_start(list, count);
  long first = total(count / 2, list);
  va_end(list);
  va_start(list, count);
  long all = total(count, list);
  va_end(list);
  return 1000 * first + all;
}

int main(void) {
  show("iqilD", 1, 1LL << 40, 2, 3L, 4.5L);
  show("diDiqi", 0.5, 1, 1.25L, 2, -7LL, 3);
  show("sposwif", "text", (struct point){3, -4}, (struct odd){"odd"}, "after", (struct wide){'w', -9, 2.5L}, 8, twice);
  show("oooi", (struct odd){"a"}, (struct odd){"bb"}, (struct odd){"ccc"}, 5);
  show("");
  printf("%ld\n", sum(4, 1L, 2L, 3L, 4L));
  return 0;
}
