/* Freeing null does nothing, and realloc of null is malloc. */
#include <stdlib.h>

int main(void) {
  free(0);
  char *text = realloc(0, 4);
  text[3] = 0;
  free(text);
  return 0;
}
