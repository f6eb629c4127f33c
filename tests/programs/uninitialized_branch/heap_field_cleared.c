/* calloc clears the object, so the field that was not set may be branched on. */
#include <stdlib.h>

struct item {
  int count;
  int limit;
};

int main(void) {
  struct item *item = calloc(1, sizeof *item);
  item->count = 0;
  while (item->count < item->limit)
    item->count++;
  free(item);
  return 0;
}
