/* A member far inside a structure behind a null pointer. */
#include <stddef.h>

struct large { char pad[5000]; int value; };

int main(void) {
  struct large *nothing = NULL;
  return nothing->value;
}
