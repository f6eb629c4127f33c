/* A pointer into the middle of the object still leads to it. */
#include <stdlib.h>

static char *text;

int main(void) {
  text = malloc(8);
  text += 4;
  return 0;
}
