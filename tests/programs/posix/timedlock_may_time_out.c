/* While the other thread holds the mutex the time may run out. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec deadline = {10, 0};
  pthread_create(&thread, 0, hold, 0);
  int result = pthread_mutex_timedlock(&mutex, &deadline);
  if (result == 0) pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(result == 0);
  return 0;
}
