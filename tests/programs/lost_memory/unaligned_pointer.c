/* A pointer at an odd address is a pointer. */
#include <stdlib.h>

static struct __attribute__((packed)) {
  char fill;
  void *kept;
} global;

int main(void) {
  global.kept = malloc(3);
  return 0;
}
