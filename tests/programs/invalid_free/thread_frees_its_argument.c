/* A thread that frees its argument must get a heap object, but main passes the address of a local. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
  int value = *(int *)argument;
  free(argument);
  return (void *)(long)value;
}

int main(void) {
  pthread_t thread;
  int argument = 4;
  pthread_create(&thread, 0, work, &argument);
  pthread_join(thread, 0);
  return 0;
}
