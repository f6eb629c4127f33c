/* Objects of megabytes on all sides: globals, heap, and an index of 64 bits. */
#include <assert.h>
#include <stdlib.h>

static int global[1 << 20];
static char after;

int main(void) {
  global[0] = 1, global[(1 << 20) - 1] = 2;
  char *heap = malloc(20 << 20);
  if (!heap) return 1;
  for (long long i = 0; i < 20 << 20; i += 1 << 18) heap[i] = (char)(i >> 18);
  for (unsigned i = 0; i < 20u << 20; i += 1 << 18) assert(heap[i] == (char)(i >> 18));
  assert(after == 0 && global[1] == 0);
  free(heap);
  return 0;
}
