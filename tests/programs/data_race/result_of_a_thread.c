/* The join hands the object of the thread over. */
#include <pthread.h>
#include <stdlib.h>

static void *make(void *unused) {
  int *cell = malloc(sizeof *cell);
  *cell = 1;
  return cell;
}

int main(void) {
  pthread_t a;
  void *cell;
  pthread_create(&a, 0, make, 0);
  pthread_join(a, &cell);
  *(int *)cell += 1;
  int result = *(int *)cell;
  free(cell);
  return result - 2;
}
