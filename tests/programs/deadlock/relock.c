/* A thread must not lock a normal mutex that it already holds: it waits for itself. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void set(int to) {
  pthread_mutex_lock(&lock);
  value = to;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_mutex_lock(&lock);
  set(value + 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
