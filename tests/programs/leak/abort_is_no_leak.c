/* A process that is aborted does not clean up. */
#include <stdlib.h>

int main(void) {
  int *cell = malloc(sizeof *cell);
  *cell = 3;
  abort();
}
