/* realloc reads the old block and frees it, so it races with a write. */
#include <pthread.h>
#include <stdlib.h>

static int *cell;

static void *change(void *unused) {
  *cell = 6;
  return unused;
}

int main(void) {
  pthread_t a;
  cell = malloc(sizeof *cell);
  int *old = cell;
  *old = 5;
  pthread_create(&a, 0, change, 0);
  int *moved = realloc(old, 64);
  pthread_join(a, 0);
  free(moved);
  return 0;
}
