/* calloc fails like malloc. */
#include <stdlib.h>

int main(void) {
  int *cells = calloc(3, sizeof *cells);
  int sum = cells[0] + cells[2];
  free(cells);
  return sum;
}
