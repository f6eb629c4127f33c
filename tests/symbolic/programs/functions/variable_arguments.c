// safe; oracle
// A sum of as many arguments as the first one says.
#include <stdarg.h>

#include "inputs.h"
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}
int main(void) {
  int x = below(10), n = below(4);
  assert(sum(n, x, x, x) == n * x);
}
