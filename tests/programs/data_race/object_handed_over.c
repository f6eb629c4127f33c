/* The object goes to the other thread through an atomic pointer, which then owns it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic box;

static void *take(void *unused) {
  int *mine;
  while (!(mine = atomic_exchange(&box, (int *)0))) {
  }
  *mine += 1;
  free(mine);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, take, 0);
  int *cell = malloc(sizeof *cell);
  *cell = 1;
  atomic_store(&box, cell);
  pthread_join(a, 0);
  return 0;
}
