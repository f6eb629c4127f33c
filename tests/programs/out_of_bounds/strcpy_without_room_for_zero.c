/* The target must have room for the terminating zero, but it has room for the letters only. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *name = "theseus";
  char *copy = malloc(strlen(name));
  strcpy(copy, name);
  free(copy);
  return 0;
}
