/* A pointer in a variable of the thread that ends the process is a pointer. */
#include <stdlib.h>

static _Thread_local void *kept;

int main(void) {
  kept = malloc(3);
  exit(0);
}
