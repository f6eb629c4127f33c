/* Nobody frees the object before main returns. */
#include <stdlib.h>

int main(void) {
  int *cell = malloc(sizeof *cell);
  *cell = 1;
  return 0;
}
