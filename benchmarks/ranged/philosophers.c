/* Dining philosophers who eat once and leave. A fork is a mutex, and everybody takes the one with the lower number
 * first, so they cannot wait for each other in a circle (Dijkstra). With CHOICE each notes on a plate of her own how many
 * bites she takes, any number from 1 to CHOICE, and clears the plate when she is done. Choose with -DN= and -DCHOICE=. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifdef CHOICE
#include <clew.h>
#endif

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

#ifdef CHOICE
static int plates[N];

static void eat(int self) {
  const int bites = 1 + clew_choose(CHOICE);
  plates[self] = bites;
  assert(plates[self] == bites);
  plates[self] = 0;
}
#else
static void eat(int self) { (void)self; }
#endif

static void *philosopher(void *argument) {
  const int self = (int)(long)argument;
  const int left = self, right = (self + 1) % N;
  pthread_mutex_t *low = &forks[left < right ? left : right];
  pthread_mutex_t *high = &forks[left < right ? right : left];
  pthread_mutex_lock(low);
  pthread_mutex_lock(high);
  eat(self);
  pthread_mutex_unlock(high);
  pthread_mutex_unlock(low);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < N; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, philosopher, (void *)i);
  }
  pthread_exit(NULL); /* the guests go on */
}
