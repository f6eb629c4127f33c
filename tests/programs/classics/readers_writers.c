/* Readers and a writer: no reader may see half a write, because the writer waits until nobody reads. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing;
static int left, right;

static void *read_both(void *unused) {
  pthread_mutex_lock(&lock);
  while (writing)
    pthread_cond_wait(&changed, &lock);
  readers++;
  pthread_mutex_unlock(&lock);
  assert(left == right);
  pthread_mutex_lock(&lock);
  if (--readers == 0)
    pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_both, 0);
  pthread_create(&b, 0, read_both, 0);
  pthread_mutex_lock(&lock);
  while (readers > 0)
    pthread_cond_wait(&changed, &lock);
  writing = 1;
  pthread_mutex_unlock(&lock);
  left = 1;
  right = 1;
  pthread_mutex_lock(&lock);
  writing = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
