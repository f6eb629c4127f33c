/* The index comes from memory that malloc did not clear. */
#include <stdlib.h>

int main(void) {
  int cells[4] = {0};
  unsigned *index = malloc(sizeof *index);
  int result = cells[*index & 3];
  free(index);
  return result;
}
