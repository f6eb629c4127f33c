/* A variable argument more than there are: the read is beyond the last word. */
#include <stdarg.h>

static long long sum(int count, ...) {
  va_list list;
  long long total = 0;
  va_start(list, count);
  while (count-- > 0) total += va_arg(list, long long);
  va_end(list);
  return total;
}

int main(void) { return (int)sum(3, 1LL, 2LL, 3); }
