/* Two writers that wait for the same reader may go in either order. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int order;

static void *first(void *unused) {
  pthread_rwlock_wrlock(&lock);
  if (order == 0) order = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  pthread_rwlock_wrlock(&lock);
  if (order == 0) order = 2;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(order == 1);
  return 0;
}
