/* The second allocation overwrites the only pointer to the first. */
#include <stdlib.h>

static char *text;

int main(void) {
  text = malloc(3);
  text = malloc(4);
  return 0;
}
