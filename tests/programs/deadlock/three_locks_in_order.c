/* No deadlock: every thread takes the mutex with the lower number first, so there is no circle. */
#include <pthread.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *take_two(void *argument) {
  long i = (long)argument;
  long first = i < 2 ? i : 0;
  long second = i < 2 ? i + 1 : 2;
  pthread_mutex_lock(&locks[first]);
  pthread_mutex_lock(&locks[second]);
  pthread_mutex_unlock(&locks[second]);
  pthread_mutex_unlock(&locks[first]);
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
