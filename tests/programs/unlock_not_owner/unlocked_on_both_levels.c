/* The caller must not unlock again what the callee unlocks on its error path. */
#include <clew.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void step(int status) {
  if (status == 2)
    pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_mutex_lock(&lock);
  step(clew_choose(3));
  pthread_mutex_unlock(&lock);
  return 0;
}
