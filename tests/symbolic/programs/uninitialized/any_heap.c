// violated assert; options: --uninitialized input
// Allocated memory has any value, and what was written is kept.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 5;
  assert(p[0] == 5);
  assert(p[1] != 6);
  free(p);
}
