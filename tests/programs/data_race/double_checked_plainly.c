/* The first look at the flag is outside the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_set;

static void *work(void *unused) {
  if (!is_set) {
    pthread_mutex_lock(&lock);
    if (!is_set) is_set = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
