/* Differences of pointers and unsigned indexes that run down. */
#include <stddef.h>

int main(void) {
  int cells[4] = {1, 2, 3, 4};
  int *end = cells + 4;
  ptrdiff_t count = cells - end;
  int sum = 0;
  for (size_t i = 4; i-- > 0;) sum += cells[i];
  for (int *at = end; at != cells;) sum -= *--at;
  return count == -4 && sum == 0 ? 0 : 1;
}
