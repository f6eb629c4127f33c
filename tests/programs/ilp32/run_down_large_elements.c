/* A loop that runs down an array of large structures ends one of them before its beginning. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct large { int value; char pad[1500]; };
static struct large global[4];

static int sum(struct large *array) {
  int total = 0;
  for (struct large *at = array + 3; at >= array; at--) total += at->value;
  return total;
}
static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, nothing, 0);
  pthread_join(thread, 0);
  struct large local[4], *heap = malloc(sizeof local);
  if (!heap) return 1;
  for (int i = 0; i < 4; i++) global[i].value = local[i].value = heap[i].value = i + 1;
  assert(sum(global) == 10 && sum(local) == 10 && sum(heap) == 10);
  for (struct large *at = &global[3]; at >= global; --at) at->value = 0;
  assert(sum(global) == 0);
  free(heap);
  return 0;
}
