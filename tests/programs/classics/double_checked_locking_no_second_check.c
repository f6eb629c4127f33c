/* Double-checked locking broken: there may be only one object, but nobody looks again under the mutex. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int made;
static int how_many;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
  if (!made) {
    pthread_mutex_lock(&lock);
    how_many++;
    made = 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(how_many == 1);
  return 0;
}
