/* Variable arguments of all classes must arrive in order, also beyond the registers and through va_copy. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

struct point { int x, y; };

static long sum(int count, ...) {
  va_list list, again;
  long total = 0;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++)
    total += va_arg(list, int);
  for (int i = 0; i < count; i++)
    total += 100 * va_arg(again, int);
  va_end(again);
  va_end(list);
  return total;
}

static void show(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++) {
    if (*kinds == 'i')
      printf("%d ", va_arg(list, int));
    else if (*kinds == 'l')
      printf("%ld ", va_arg(list, long));
    else if (*kinds == 'd')
      printf("%.2f ", va_arg(list, double));
    else if (*kinds == 's')
      printf("%s ", va_arg(list, const char *));
    else if (*kinds == 'p') {
      struct point p = va_arg(list, struct point);
      printf("(%d,%d) ", p.x, p.y);
    }
  }
  va_end(list);
  printf("end\n");
}

int main(void) {
  assert(sum(3, 1, 2, 3) == 606);
  assert(sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45 * 101);
  assert(sum(0) == 0);
  show("ilds", 1, 1L << 40, 2.5, "text");
  show("dididididididididid", 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5);
  show("ips", (char)'A', (struct point){3, -4}, "after");
  return 0;
}
