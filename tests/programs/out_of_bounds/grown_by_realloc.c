/* After realloc made the array larger its new last element may be written. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  long *values = calloc(2, sizeof *values);
  values[1] = 7;
  values = realloc(values, 4 * sizeof *values);
  values[3] = 2;
  assert(values[1] + values[3] == 9);
  free(values);
  return 0;
}
