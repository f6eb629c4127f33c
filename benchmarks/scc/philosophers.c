/* Dining philosophers, for ever. A fork is a mutex; whoever has both of hers eats. The last philosopher takes the
 * forks the other way round, so they cannot all hold one fork and wait for the other. Choose the number with -DN=;
 * the invariant is written for 8. */
// invariant: eating[0] + eating[1] + eating[2] + eating[3] + eating[4] + eating[5] + eating[6] + eating[7] <= 4
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

static pthread_mutex_t forks[N];
static bool eating[N]; /* written with both forks in hand, so a neighbour who has one may read it */

static void *philosopher(void *argument) {
  const int self = (int)(long)argument;
  const int left = self, right = (self + 1) % N;
  pthread_mutex_t *first = self == N - 1 ? &forks[right] : &forks[left];
  pthread_mutex_t *second = self == N - 1 ? &forks[left] : &forks[right];
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    eating[self] = true;
    assert(!eating[(self + N - 1) % N]);
    assert(!eating[(self + 1) % N]);
    eating[self] = false;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
}
