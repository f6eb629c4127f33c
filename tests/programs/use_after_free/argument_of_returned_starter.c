/* The thread's argument must live until the thread has read it, but the function that owns it may return first. */
#include <pthread.h>

static pthread_t thread;

static void *work(void *argument) {
  return (void *)(long)*(int *)argument;
}

static void start(void) {
  int argument = 9;
  pthread_create(&thread, 0, work, &argument);
}

int main(void) {
  start();
  pthread_join(thread, 0);
  return 0;
}
