/* A block of no bytes is a block. */
#include <stdlib.h>

int main(void) {
  void *nothing = malloc(0);
  return nothing == 0;
}
