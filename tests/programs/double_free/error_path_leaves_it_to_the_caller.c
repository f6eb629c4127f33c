/* The callee leaves the object to its caller on every path, so it is freed once. */
#include <clew.h>
#include <stdlib.h>

static int consume(char *buffer, int status) {
  buffer[0] = (char)status;
  if (status == 2)
    return -1;
  return 0;
}

int main(void) {
  char *buffer = malloc(8);
  if (consume(buffer, clew_choose(3)) < 0) {
    free(buffer);
    return 1;
  }
  free(buffer);
  return 0;
}
