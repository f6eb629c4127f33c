/* Only the pointer that realloc returned is freed. */
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  text = realloc(text, 800);
  text[799] = 'x';
  free(text);
  return 0;
}
