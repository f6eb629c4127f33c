/* The target has room for the letters and the terminating zero. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *name = "theseus";
  char *copy = malloc(strlen(name) + 1);
  strcpy(copy, name);
  int same = strcmp(copy, name) == 0;
  free(copy);
  return !same;
}
