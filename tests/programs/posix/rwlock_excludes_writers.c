/* Writers are alone, readers see both halves of what a writer writes. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *write(void *unused) {
  pthread_rwlock_wrlock(&lock);
  left++;
  right++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *read(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, write, 0);
  pthread_create(&threads[1], 0, write, 0);
  pthread_create(&threads[2], 0, read, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(left == 2 && right == 2);
  pthread_rwlock_destroy(&lock);
  return 0;
}
