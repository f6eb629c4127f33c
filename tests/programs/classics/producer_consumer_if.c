/* Two consumers: one that wakes must look again whether there is an item, but it only looks once before it waits. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *consume(void *unused) {
  pthread_mutex_lock(&lock);
  if (count == 0)
    pthread_cond_wait(&not_empty, &lock);
  assert(count > 0);
  count--;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consume, 0);
  pthread_create(&b, 0, consume, 0);
  for (int item = 0; item < 2; item++) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
