/* A thread may return the address of a heap object: it outlives the thread. */
#include <pthread.h>
#include <stdlib.h>

static void *compute(void *unused) {
  int *result = malloc(sizeof *result);
  *result = 3;
  return result;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, compute, 0);
  pthread_join(thread, &result);
  int value = *(int *)result;
  free(result);
  return value == 4;
}
