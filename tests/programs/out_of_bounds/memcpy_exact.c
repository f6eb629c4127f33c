/* memcpy fills the target to its last byte and no further. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char source[12] = "labyrinth";
  char *target = malloc(8);
  memcpy(target, source, 8);
  memcpy(target + 7, source + 11, 1);
  free(target);
  return 0;
}
