/* Nobody asks whether malloc gave memory. */
#include <stdlib.h>

int main(void) {
  int *cell = malloc(sizeof *cell);
  *cell = 1;
  free(cell);
  return 0;
}
