/* Either the callee unlocks and says so, or the caller does. */
#include <clew.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int step(int status) {
  if (status == 2) {
    pthread_mutex_unlock(&lock);
    return 1;
  }
  return 0;
}

int main(void) {
  pthread_mutex_lock(&lock);
  if (!step(clew_choose(3)))
    pthread_mutex_unlock(&lock);
  return 0;
}
