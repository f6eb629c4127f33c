/* realloc keeps the old elements and leaves the new ones unset, so the new one must not be branched on. */
#include <stdlib.h>

int main(void) {
  int *values = calloc(2, sizeof *values);
  values = realloc(values, 3 * sizeof *values);
  int result = values[2] ? 1 : 2;
  free(values);
  return result == 3;
}
