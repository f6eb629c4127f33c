/* A new object may be used even if it takes the place of one that was freed. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 3; i++) {
    int *value = malloc(sizeof *value);
    *value = i;
    assert(*value == i);
    free(value);
  }
  return 0;
}
