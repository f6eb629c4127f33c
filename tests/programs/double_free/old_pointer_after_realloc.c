/* realloc has freed the old object already, so freeing the old pointer frees it a second time. */
#include <stdlib.h>

int main(void) {
  char *small = malloc(8);
  char *large = realloc(small, 800);
  large[799] = 'x';
  free(small);
  return 0;
}
