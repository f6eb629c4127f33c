/* trylock need not get the mutex: the assertion that it always does fails while the other thread holds it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, hold, 0);
  int got = pthread_mutex_trylock(&lock) == 0;
  assert(got);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
