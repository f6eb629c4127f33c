/* aligned_alloc fails like malloc. */
#include <stdlib.h>

int main(void) {
  char *text = aligned_alloc(16, 32);
  *text = 1;
  free(text);
  return 0;
}
