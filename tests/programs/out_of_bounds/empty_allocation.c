/* malloc(0) gives a pointer that may be freed but must not be written through. */
#include <clew.h>
#include <stdlib.h>

int main(void) {
  int n = clew_choose(2);
  char *bytes = malloc(n);
  bytes[0] = 'x';
  free(bytes);
  return 0;
}
