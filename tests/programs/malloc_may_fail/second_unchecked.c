/* The first allocation is checked, the second is not. */
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  if (!a) return 1;
  int *b = malloc(sizeof *b);
  *b = *a = 1;
  free(a);
  free(b);
  return 0;
}
