/* strlen needs a terminating zero inside the array, but strncpy of a long string leaves none. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *name = malloc(4);
  strncpy(name, "ariadne", 4);
  int length = (int)strlen(name);
  free(name);
  return length > 100;
}
