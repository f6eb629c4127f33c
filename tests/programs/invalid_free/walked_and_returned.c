/* The pointer was moved over the leading spaces and back to the start before it is freed. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(16);
  int skipped = 0;
  strcpy(text, "  clew");
  while (*text == ' ') {
    text++;
    skipped++;
  }
  text -= skipped;
  free(text);
  return 0;
}
