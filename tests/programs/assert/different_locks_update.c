/* Two threads increment a counter, each under a mutex of its own; it must be 2, but two mutexes exclude nobody. */
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *increment(void *lock) {
  pthread_mutex_lock(lock);
  counter++;
  pthread_mutex_unlock(lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, &locks[0]);
  pthread_create(&b, 0, increment, &locks[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
