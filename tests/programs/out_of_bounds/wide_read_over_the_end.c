/* A four byte read must lie inside the object as a whole, but its last byte is past the end. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char *bytes = calloc(6, 1);
  unsigned word;
  memcpy(&word, bytes + 3, sizeof word);
  free(bytes);
  return 0;
}
