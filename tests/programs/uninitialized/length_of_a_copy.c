/* The number of bytes to copy was never written. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[4] = "abc", to[4];
  size_t *length = malloc(sizeof *length);
  memcpy(to, from, *length & 3);
  free(length);
  return 0;
}
