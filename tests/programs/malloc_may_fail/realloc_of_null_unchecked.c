/* realloc of a null pointer is malloc. */
#include <stdlib.h>

int main(void) {
  char *text = realloc(0, 32);
  *text = 1;
  free(text);
  return 0;
}
