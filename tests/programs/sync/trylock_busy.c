/* trylock answers EBUSY exactly while somebody else holds the mutex. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *try_it(void *unused) {
  return (void *)(long)pthread_mutex_trylock(&lock);
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, try_it, 0);
  pthread_join(thread, &result);
  assert((long)result == EBUSY);
  pthread_mutex_unlock(&lock);
  assert(pthread_mutex_trylock(&lock) == 0);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  pthread_mutex_unlock(&lock);
  return 0;
}
