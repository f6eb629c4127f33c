/* Both names come from the heap, so both may be freed. */
#include <clew.h>
#include <stdlib.h>
#include <string.h>

static char *name_of(int kind) {
  char *name = malloc(8);
  strcpy(name, kind == 0 ? "default" : "own");
  return name;
}

int main(void) {
  char *name = name_of(clew_choose(2));
  free(name);
  return 0;
}
