/* Three philosophers, three forks. Each takes the fork on the left, then the one on the right. */
#include <pthread.h>

#define PHILOSOPHERS 3

static pthread_mutex_t fork_mutex[PHILOSOPHERS];

static void *philosopher(void *seat) {
  long left = (long)seat;
  long right = (left + 1) % PHILOSOPHERS;
  for (;;) {
    pthread_mutex_lock(&fork_mutex[left]);
    pthread_mutex_lock(&fork_mutex[right]);
    /* eats */
    pthread_mutex_unlock(&fork_mutex[right]);
    pthread_mutex_unlock(&fork_mutex[left]);
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
