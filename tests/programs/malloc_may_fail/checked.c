/* Every result is looked at, and free accepts null. */
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  int *b = calloc(2, sizeof *b);
  if (a) *a = 1;
  if (b) b[1] = 1;
  free(a);
  free(b);
  return 0;
}
