/* Dining philosophers that eat ROUNDS times and leave. Forks are ordered: the one with the lower number is taken
 * first, so there is no deadlock. GenMC checks the same program. Choose sizes with -DN= and -DROUNDS=. */
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
  const long i = (long)argument;
  pthread_mutex_t *first = i == N - 1 ? &forks[0] : &forks[i];
  pthread_mutex_t *second = i == N - 1 ? &forks[i] : &forks[i + 1];
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
