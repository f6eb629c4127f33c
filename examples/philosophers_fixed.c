/* Three philosophers, three forks. Each takes the fork with the smaller number first,
   so the one with the highest never waits for a fork of somebody who waits for his. */
#include <pthread.h>

#define PHILOSOPHERS 3

static pthread_mutex_t fork_mutex[PHILOSOPHERS];

static void *philosopher(void *seat) {
  long left = (long)seat;
  long right = (left + 1) % PHILOSOPHERS;
  long first = left < right ? left : right;
  long second = left < right ? right : left;
  for (;;) {
    pthread_mutex_lock(&fork_mutex[first]);
    pthread_mutex_lock(&fork_mutex[second]);
    /* eats */
    pthread_mutex_unlock(&fork_mutex[second]);
    pthread_mutex_unlock(&fork_mutex[first]);
  }
}

int main(void) {
  pthread_t thread[PHILOSOPHERS];
  for (long i = 0; i < PHILOSOPHERS; i++) {
    pthread_create(&thread[i], NULL, philosopher, (void *)i);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}
