/* Hand over hand: each mutex is unlocked by the thread that locked it, in the order in which they were locked. */
#include <pthread.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *walk(void *unused) {
  pthread_mutex_lock(&locks[0]);
  for (int i = 1; i < 3; i++) {
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_unlock(&locks[i - 1]);
  }
  pthread_mutex_unlock(&locks[2]);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, walk, 0);
  walk(0);
  pthread_join(thread, 0);
  return 0;
}
