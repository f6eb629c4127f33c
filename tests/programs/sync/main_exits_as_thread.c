/* pthread_exit in main ends only that thread; the process ends with the last one and no one waits for ever. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  finished++;
  assert(finished <= 2);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_exit(0);
}
