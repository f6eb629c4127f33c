/* Dining philosophers without a deadlock, eating for ever: a mutex per fork, and the last philosopher
 * takes the forks the other way round. The visible steps are the lock and unlock calls; philosophers.pml
 * is the same system in Promela. Choose the number of philosophers with -DN=. */
#include <pthread.h>

#ifndef N
#define N 8
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
  const long i = (long)argument;
  pthread_mutex_t *first = i == N - 1 ? &forks[0] : &forks[i];
  pthread_mutex_t *second = i == N - 1 ? &forks[i] : &forks[i + 1];
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
