/* The function that owns the thread's argument joins the thread before it returns. */
#include <pthread.h>

static void *work(void *argument) {
  return (void *)(long)*(int *)argument;
}

static void start_and_wait(void) {
  pthread_t thread;
  int argument = 9;
  pthread_create(&thread, 0, work, &argument);
  pthread_join(thread, 0);
}

int main(void) {
  start_and_wait();
  return 0;
}
