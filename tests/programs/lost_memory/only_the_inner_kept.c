/* Only the inner of two objects is known to the global, the outer one to nobody. */
#include <stdlib.h>

static struct {
  char fill[3];
  void *kept;
} global;

int main(void) {
  void **first = malloc(sizeof *first);
  *first = malloc(1);
  global.kept = *first;
  return 0;
}
