/* Functions given to atexit run before the process ends. */
#include <stdlib.h>

static int *cell;

static void clean(void) { free(cell); }

int main(void) {
  atexit(clean);
  cell = malloc(sizeof *cell);
  *cell = 2;
  return 0;
}
