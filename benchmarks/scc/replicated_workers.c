/* Replicated workers: WORKERS threads share a pool of work. A worker takes an item out, does a round of work on it
 * outside the monitor, and puts back what is left, until the pool is empty and nobody is busy: then nothing more can
 * come, and all leave. There are ITEMS items at first, with ROUNDS rounds of work in each. Choose sizes with
 * -DWORKERS=, -DITEMS=, -DROUNDS=. */
// invariant: pooled >= 0 && pooled <= sizeof(pool) / sizeof(pool[0])
// invariant: busy >= 0 && busy <= sizeof(desks) / sizeof(desks[0])
// invariant: pooled + busy <= sizeof(pool) / sizeof(pool[0])
// invariant: finished => pooled == 0 && busy == 0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef WORKERS
#define WORKERS 5
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t monitor = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int pool[ITEMS]; /* of each item, the rounds that are left */
static int pooled;      /* so many places of the pool, from the first one, hold an item */
static int busy;        /* so many items are being worked on */
static bool finished;

static int desks[WORKERS]; /* the item each worker has; each is its own worker's */

/* The next item, or 0 when there will be none. */
static int take(void) {
  int left, item = 0;
  pthread_mutex_lock(&monitor);
  while ((left = pooled) == 0 && !finished) pthread_cond_wait(&changed, &monitor);
  if (left > 0) {
    item = pool[left - 1];
    assert(item > 0);
    pooled = left - 1;
    busy++;
  }
  pthread_mutex_unlock(&monitor);
  return item;
}

/* Gives back what is left of an item, maybe nothing. */
static void put(int item) {
  pthread_mutex_lock(&monitor);
  const int others = --busy;
  assert(others >= 0);
  if (item > 0) {
    const int place = pooled;
    assert(place < ITEMS);
    pool[place] = item;
    pooled = place + 1;
    pthread_cond_signal(&changed);
  } else if (others == 0 && pooled == 0) {
    finished = true;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&monitor);
}

static void *worker(void *argument) {
  int *desk = argument;
  for (;;) {
    *desk = 0;
    const int item = take();
    if (item == 0) break;
    *desk = item;
    put(item - 1);
  }
  assert(*desk == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS];
  while (pooled < ITEMS) pool[pooled++] = ROUNDS;
  for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, worker, &desks[i]);
  for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
  assert(finished);
}
