/* Read after the object has been freed and its place could have been given away. */
#include <stdlib.h>

int main(void) {
  int *old = malloc(4), *fresh;
  if (!old) return 1;
  *old = 1;
  free(old);
  fresh = malloc(4);
  if (!fresh) return 1;
  *fresh = 2;
  return *old;
}
