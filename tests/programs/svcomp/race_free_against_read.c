/* Freeing an object writes all of it, so it races with a read. */
#include <pthread.h>
#include <stdlib.h>

static int *cell;

static void *look(void *unused) {
  return *cell == 5 ? unused : 0;
}

int main(void) {
  pthread_t a;
  cell = malloc(sizeof *cell);
  *cell = 5;
  pthread_create(&a, 0, look, 0);
  free(cell);
  pthread_join(a, 0);
  return 0;
}
