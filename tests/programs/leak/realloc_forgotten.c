/* realloc frees the old block; the new one is still there. */
#include <stdlib.h>

int main(void) {
  char *text = malloc(1);
  text = realloc(text, 2);
  text[0] = 0;
  return text[0];
}
