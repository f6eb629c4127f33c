/* Only heap objects may be freed, and this is a local array. */
#include <stdlib.h>

static void release(void *p) { free(p); }

int main(void) {
  char buffer[16];
  buffer[0] = 'x';
  release(buffer);
  return 0;
}
