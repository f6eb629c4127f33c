/* A pthread_t and a thread's result have four bytes; what lies beside them stays what it is. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static struct { int before; pthread_t handle[2]; int after; } threads = {1, {0, 0}, 2};
static struct { int before; void *result; int after; } joined = {3, NULL, 4};

static void *square(void *argument) {
  long number = (long)argument;
  return (void *)(number * number);
}
static void *allocate(void *argument) {
  int *made = malloc(sizeof *made);
  if (made) *made = *(int *)argument + 1;
  return made;
}

int main(void) {
  int seven = 7;
  pthread_create(&threads.handle[0], NULL, square, (void *)-9L);
  pthread_create(&threads.handle[1], NULL, allocate, &seven);
  assert(threads.before == 1 && threads.after == 2);
  pthread_join(threads.handle[0], &joined.result);
  assert(joined.before == 3 && joined.after == 4 && (intptr_t)joined.result == 81);
  pthread_join(threads.handle[1], &joined.result);
  assert(joined.result && *(int *)joined.result == 8);
  free(joined.result);
  return 0;
}
