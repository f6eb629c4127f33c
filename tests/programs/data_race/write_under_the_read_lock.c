/* The lock for readers does not protect a write. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *add(void *unused) {
  pthread_rwlock_rdlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  add(0);
  pthread_join(a, 0);
  return 0;
}
