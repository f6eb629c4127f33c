/* If realloc fails, the old block and what is in it are still there. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *cells = malloc(sizeof *cells);
  if (!cells) return 1;
  cells[0] = 42;
  int *more = realloc(cells, 2 * sizeof *cells);
  if (!more) {
    assert(cells[0] == 42);
    free(cells);
    return 1;
  }
  assert(more[0] == 42);
  more[1] = 1;
  free(more);
  return 0;
}
