/* After realloc made the array smaller its old last element must not be written. */
#include <stdlib.h>

int main(void) {
  long *values = calloc(4, sizeof *values);
  values[3] = 1;
  values = realloc(values, 2 * sizeof *values);
  values[3] = 2;
  free(values);
  return 0;
}
