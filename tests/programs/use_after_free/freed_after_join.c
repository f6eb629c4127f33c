/* main frees the object after it has joined the thread that reads it. */
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
  pthread_join(thread, 0);
  free(value);
  return 0;
}
