/* Thousands of objects at once, more than one window of addresses could name. */
#include <assert.h>
#include <stdlib.h>

enum { kCount = 4000 };
static int *objects[kCount];

int main(void) {
  for (int i = 0; i < kCount; i++) {
    objects[i] = malloc(4 + i % 700);
    if (!objects[i]) return 1;
    *objects[i] = i;
  }
  for (int i = 0; i < kCount; i++) assert(*objects[i] == i);
  for (int i = 0; i < kCount; i += 2) free(objects[i]), objects[i] = NULL;
  for (int i = 0; i < kCount; i += 2) objects[i] = malloc(1000), assert(objects[i]), *objects[i] = -i;
  for (int i = 0; i < kCount; i++) assert(*objects[i] == (i % 2 ? i : -i)), free(objects[i]);
  return 0;
}
