/* The pointer is cleared after the first free, and freeing null does nothing. */
#include <stdlib.h>

static void release(char **text) {
  free(*text);
  *text = 0;
}

int main(void) {
  char *text = malloc(8);
  release(&text);
  release(&text);
  return 0;
}
