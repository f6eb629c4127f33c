/* memcpy must not copy more than the target holds; the size is that of the source. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char source[12] = "labyrinth";
  char *target = malloc(8);
  memcpy(target, source, sizeof source);
  free(target);
  return 0;
}
