/* The giver writes once more after the object was handed over. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic box;

static void *take(void *unused) {
  int *mine;
  while (!(mine = atomic_load(&box))) {
  }
  *mine += 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, take, 0);
  int *cell = malloc(sizeof *cell);
  *cell = 1;
  atomic_store(&box, cell);
  *cell = 2;
  pthread_join(a, 0);
  free(cell);
  return 0;
}
