/* A function that promises not to return does. */
#include <stdlib.h>

static int broken;

static _Noreturn void leave(void) {
  if (!broken) exit(0);
}

int main(void) {
  broken = 1;
  leave();
}
