/* A mutex must be locked before it is unlocked. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_unlock(&lock);
  return 0;
}
