/* Whatever three values are chosen, qsort must leave them in order and keep their sum. */
#include <assert.h>
#include <clew.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  int values[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    values[i] = clew_choose(3);
    sum += values[i];
  }
  qsort(values, 3, sizeof values[0], ascending);
  assert(values[0] <= values[1] && values[1] <= values[2]);
  assert(values[0] + values[1] + values[2] == sum);
  return 0;
}
