/* main sets the object before it starts the thread that branches on it. */
#include <pthread.h>
#include <stdlib.h>

static void *look(void *argument) {
  int *value = argument;
  if (*value > 3)
    return argument;
  return 0;
}

int main(void) {
  pthread_t thread;
  int *value = malloc(sizeof *value);
  *value = 5;
  pthread_create(&thread, 0, look, value);
  pthread_join(thread, 0);
  free(value);
  return 0;
}
