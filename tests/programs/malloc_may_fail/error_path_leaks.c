/* The path on which the second allocation fails forgets the first. */
#include <stdlib.h>

int main(void) {
  char *a = malloc(1);
  if (!a) return 1;
  char *b = malloc(2);
  if (!b) return 1;
  free(b);
  free(a);
  return 0;
}
