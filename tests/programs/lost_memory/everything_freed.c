/* What is freed cannot be lost. */
#include <stdlib.h>

static char *text;

int main(void) {
  text = malloc(3);
  free(text);
  text = malloc(4);
  free(text);
  text = 0;
  return 0;
}
