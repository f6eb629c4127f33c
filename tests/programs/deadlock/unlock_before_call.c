/* No deadlock: the caller gives the mutex back before it calls a function that takes it. */
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
  int next = value + 1;
  pthread_mutex_unlock(&lock);
  set(next);
  return 0;
}
