/* An object must be freed once. */
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  free(text);
  free(text);
  return 0;
}
