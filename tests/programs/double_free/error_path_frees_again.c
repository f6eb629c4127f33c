/* The error path must not free what the callee has already freed. */
#include <clew.h>
#include <stdlib.h>

static int consume(char *buffer, int status) {
  if (status == 2) {
    free(buffer);
    return -1;
  }
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
