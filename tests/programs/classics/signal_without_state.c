/* A signal that nobody waits for is forgotten, so without state beside it the late waiter waits for ever. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;

static void *announce(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&done);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, announce, 0);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&done, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
