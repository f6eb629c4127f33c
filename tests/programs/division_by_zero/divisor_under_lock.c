/* Check and division are under the mutex under which the divisor is cleared. */
#include <pthread.h>

static int divisor = 4;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *unused) {
  pthread_mutex_lock(&lock);
  divisor = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  int quotient = 0;
  pthread_create(&thread, 0, clear, 0);
  pthread_mutex_lock(&lock);
  if (divisor != 0)
    quotient = 100 / divisor;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return quotient == 3;
}
