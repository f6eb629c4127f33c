/* Everything is freed, whatever function allocated it. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *a = malloc(4 * sizeof *a);
  int *b = calloc(2, sizeof *b);
  char *c = strdup("text");
  a = realloc(a, 64 * sizeof *a);
  free(c);
  free(b);
  free(a);
  return 0;
}
