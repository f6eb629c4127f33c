/* Only heap objects may be freed, and this is a global. */
#include <stdlib.h>

static int table[4];

static void release(void *p) { free(p); }

int main(void) {
  table[0] = 1;
  release(table);
  return 0;
}
