/* The thread must branch on the object only after main has set it, but it may run before. */
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
  pthread_create(&thread, 0, look, value);
  *value = 5;
  pthread_join(thread, 0);
  free(value);
  return 0;
}
