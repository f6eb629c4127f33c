/* An object that nobody frees is a leak and none of the checked properties. */
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 3; i++) {
    int *lost = malloc(sizeof *lost);
    *lost = i;
  }
  return 0;
}
