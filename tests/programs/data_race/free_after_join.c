/* The join orders the reads of the thread before the free. */
#include <pthread.h>
#include <stdlib.h>

static void *look(void *cell) {
  return *(int *)cell == 5 ? cell : 0;
}

int main(void) {
  pthread_t a;
  int *cell = malloc(sizeof *cell);
  *cell = 5;
  pthread_create(&a, 0, look, cell);
  pthread_join(a, 0);
  free(cell);
  return 0;
}
