/* Peterson's algorithm for N threads (the filter lock), entering and leaving for ever. A thread climbs N - 1
 * levels; on each it makes itself the victim and waits until somebody else is, or nobody else is as high. Every
 * load and store is one visible step, waiting is polling. Inside, a thread looks whether it is alone and counts the
 * visits, modulo VISITS. peterson.pml is the same system in Promela. Choose the number of threads with -DN=. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef VISITS
#define VISITS 2
#endif

static atomic_int level[N];  /* 0: outside */
static atomic_int victim[N]; /* of each level; that of level 0 is not used */
static atomic_int inside;    /* who was the last to enter the critical section */
static int visits;           /* protected by the critical section */

static void *contender(void *argument) {
  const int self = (int)(long)argument;
  for (;;) {
    for (int l = 1; l < N; l++) {
      atomic_store(&level[self], l);
      atomic_store(&victim[l], self);
      for (int other = 0; other < N; other++) {
        if (other == self) continue;
        while (atomic_load(&level[other]) >= l && atomic_load(&victim[l]) == self) {
        }
      }
    }
    atomic_store(&inside, self);
    visits = (visits + 1) % VISITS;
    assert(atomic_load(&inside) == self);
    atomic_store(&level[self], 0);
  }
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, contender, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
