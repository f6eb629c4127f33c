/* A destroyed lock is as good as one that was never initialised. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_rdlock(&lock);
  return 0;
}
