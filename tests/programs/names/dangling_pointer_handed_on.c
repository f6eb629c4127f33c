// A pointer to an object that was freed goes from place to place; when it was overwritten everywhere its name is free
// again, and the next object may get it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static _Atomic(uintptr_t) first, second;

static void *move(void *argument) {
  (void)argument;
  second = first;
  first = 0;
  return NULL;
}

static void *clear(void *argument) {
  (void)argument;
  second = 0;
  int *object = malloc(sizeof(int));
  if (object == NULL) return NULL;
  *object = 7;
  first = (uintptr_t)object;
  free(object);
  first = 0;
  return NULL;
}

int main(void) {
  pthread_t one, other;
  int *object = malloc(sizeof(int));
  if (object == NULL) return 0;
  first = (uintptr_t)object;
  free(object);
  pthread_create(&one, NULL, move, NULL);
  pthread_create(&other, NULL, clear, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(first == 0 || second == 0);
}
