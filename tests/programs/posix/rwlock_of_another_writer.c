/* The thread that writes is not the one that gives the lock up. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *release(void *unused) {
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_wrlock(&lock);
  pthread_create(&thread, 0, release, 0);
  pthread_join(thread, 0);
  return 0;
}
