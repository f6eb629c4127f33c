/* The return of main may come before the thread frees the object. */
#include <pthread.h>
#include <stdlib.h>

static void *clean(void *cell) {
  free(cell);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, clean, malloc(8));
  return 0;
}
