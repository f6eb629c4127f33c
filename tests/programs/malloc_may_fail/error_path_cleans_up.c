/* Every path frees what it got. */
#include <stdlib.h>

int main(void) {
  char *a = malloc(1);
  if (!a) return 1;
  char *b = malloc(2);
  if (b) b[1] = 0;
  free(b);
  free(a);
  return 0;
}
