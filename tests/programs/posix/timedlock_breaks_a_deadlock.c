/* Two locks in two orders, but the second one with a deadline: nobody waits for ever. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <errno.h>
#include <time.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *one, pthread_mutex_t *other) {
  struct timespec deadline = {10, 0};
  pthread_mutex_lock(one);
  int result = pthread_mutex_clocklock(other, CLOCK_MONOTONIC, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_mutex_unlock(other);
  pthread_mutex_unlock(one);
}

static void *work(void *unused) {
  take(&first, &second);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  take(&second, &first);
  pthread_join(thread, 0);
  return 0;
}
