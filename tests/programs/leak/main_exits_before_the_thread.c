/* After pthread_exit of main the thread frees the object and ends the process. */
#include <pthread.h>
#include <stdlib.h>

static void *clean(void *cell) {
  free(cell);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, clean, malloc(8));
  pthread_exit(0);
}
