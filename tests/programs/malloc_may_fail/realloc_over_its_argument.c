/* If realloc fails, the only pointer to the old block is overwritten with null. */
#include <stdlib.h>

int main(void) {
  int *cells = malloc(sizeof *cells);
  if (!cells) return 1;
  cells = realloc(cells, 2 * sizeof *cells);
  if (!cells) return 1;
  free(cells);
  return 0;
}
