/* Strings that the library allocates count, and are freed. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *part = strndup("abcdef", 3);
  int same = strcmp(part, "abc");
  void *aligned = aligned_alloc(16, 32);
  free(aligned);
  free(part);
  return same;
}
