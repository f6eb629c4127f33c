/* main destroys the mutex while the thread may hold it; what comes later is not the point. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_held;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  is_held = 1;
  for (;;) {
  }
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  while (!is_held) {
  }
  pthread_mutex_destroy(&lock);
  return 0;
}
