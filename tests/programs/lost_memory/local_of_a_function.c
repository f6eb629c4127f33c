/* The only pointer was a local of a function that has returned. */
#include <stdlib.h>

static void work(void) {
  int *cell = malloc(sizeof *cell);
  *cell = 1;
}

int main(void) {
  work();
  return 0;
}
