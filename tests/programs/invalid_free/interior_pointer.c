/* free needs the start of the object, but the pointer was moved over the leading spaces. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(16);
  strcpy(text, "  clew");
  while (*text == ' ')
    text++;
  free(text);
  return 0;
}
