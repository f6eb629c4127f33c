/* The value is copied before its object is freed, and only the copy is used afterwards. */
#include <stdlib.h>

int main(void) {
  int *value = malloc(sizeof *value);
  *value = 5;
  int copy = *value;
  free(value);
  return copy == 6;
}
