/* Three threads must not each hold one of three mutexes while waiting for the next in the circle. */
#include <pthread.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *take_two(void *argument) {
  long i = (long)argument;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_lock(&locks[(i + 1) % 3]);
  pthread_mutex_unlock(&locks[(i + 1) % 3]);
  pthread_mutex_unlock(&locks[i]);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, take_two, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
