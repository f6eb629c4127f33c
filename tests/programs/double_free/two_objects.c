/* Each of the two objects is freed once, whichever pointer comes first. */
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  char *other = malloc(8);
  free(other);
  free(text);
  return 0;
}
