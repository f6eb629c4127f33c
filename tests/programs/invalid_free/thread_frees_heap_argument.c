/* The thread frees its argument, which main took from the heap and gave away. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
  int value = *(int *)argument;
  free(argument);
  return (void *)(long)value;
}

int main(void) {
  pthread_t thread;
  int *argument = malloc(sizeof *argument);
  *argument = 4;
  pthread_create(&thread, 0, work, argument);
  pthread_join(thread, 0);
  return 0;
}
