/* main must not free the object before the thread has read it, but it does not wait for the thread. */
#include <pthread.h>
#include <stdlib.h>

static void *read_it(void *argument) {
  int *value = argument;
  return (void *)(long)*value;
}

int main(void) {
  pthread_t thread;
  int *value = malloc(sizeof *value);
  *value = 5;
  pthread_create(&thread, 0, read_it, value);
  free(value);
  pthread_join(thread, 0);
  return 0;
}
