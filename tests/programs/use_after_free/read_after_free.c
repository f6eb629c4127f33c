/* A value must be read before its object is freed, not after. */
#include <stdlib.h>

int main(void) {
  int *value = malloc(sizeof *value);
  *value = 5;
  free(value);
  int copy = *value;
  return copy == 6;
}
