/* The thread must unlock the mutex that it locked, but the index has changed in between. */
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

int main(void) {
  int i = 0;
  pthread_mutex_lock(&locks[i]);
  i++;
  pthread_mutex_unlock(&locks[i]);
  return 0;
}
