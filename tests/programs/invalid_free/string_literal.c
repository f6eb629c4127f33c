/* A string literal must not be freed, but it is when the caller asks for the default name. */
#include <clew.h>
#include <stdlib.h>
#include <string.h>

static char *name_of(int kind) {
  if (kind == 0)
    return "default";
  char *name = malloc(8);
  strcpy(name, "own");
  return name;
}

int main(void) {
  char *name = name_of(clew_choose(2));
  free(name);
  return 0;
}
