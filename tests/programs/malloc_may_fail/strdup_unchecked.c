/* strdup allocates, so it fails as well. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = strdup("text");
  copy[0] = 'T';
  free(copy);
  return 0;
}
