/* malloc does not clear the object, so the field that was not set must not be branched on. */
#include <stdlib.h>

struct item {
  int count;
  int limit;
};

int main(void) {
  struct item *item = malloc(sizeof *item);
  item->count = 0;
  while (item->count < item->limit)
    item->count++;
  free(item);
  return 0;
}
