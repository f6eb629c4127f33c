/* Dining philosophers: nobody starves, because the last one takes the forks in the other order. */
#include <pthread.h>

enum { kPhilosophers = 3 };
static pthread_mutex_t forks[kPhilosophers] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *argument) {
  long seat = (long)argument;
  long left = seat;
  long right = (seat + 1) % kPhilosophers;
  pthread_mutex_lock(&forks[left < right ? left : right]);
  pthread_mutex_lock(&forks[left < right ? right : left]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}

int main(void) {
  pthread_t threads[kPhilosophers];
  for (long seat = 0; seat < kPhilosophers; seat++)
    pthread_create(&threads[seat], 0, philosopher, (void *)seat);
  for (int seat = 0; seat < kPhilosophers; seat++)
    pthread_join(threads[seat], 0);
  return 0;
}
