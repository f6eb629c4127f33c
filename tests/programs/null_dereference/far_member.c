/* A member far behind the start is read through a null pointer: that is a null dereference at any offset. */
#include <stddef.h>

struct large {
  char padding[4096];
  int value;
};

static struct large *nothing(void) { return NULL; }

int main(void) {
  struct large *large = nothing();
  return large->value;
}
