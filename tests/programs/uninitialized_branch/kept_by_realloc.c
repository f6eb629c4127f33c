/* realloc keeps the old elements, so they may be branched on. */
#include <stdlib.h>

int main(void) {
  int *values = calloc(2, sizeof *values);
  values = realloc(values, 3 * sizeof *values);
  int result = values[1] ? 1 : 2;
  free(values);
  return result == 3;
}
