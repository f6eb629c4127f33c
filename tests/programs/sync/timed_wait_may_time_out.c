// A timed wait may end before the signal comes, so what it waited for may not have happened.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *signaller(void *argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  struct timespec deadline = {1, 0};
  pthread_create(&thread, 0, signaller, 0);
  pthread_mutex_lock(&mutex);
  int error = 0;
  while (!ready && error != ETIMEDOUT) error = pthread_cond_timedwait(&condition, &mutex, &deadline);
  assert(ready);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
