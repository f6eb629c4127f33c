/* realloc ends the old object; only the pointer that it returns may be used. */
#include <stdlib.h>

int main(void) {
  int *values = calloc(2, sizeof *values);
  int *first = values;
  values = realloc(values, 64 * sizeof *values);
  *first = 1;
  free(values);
  return 0;
}
