/* A bounded buffer: PRODUCERS threads put items in, CONSUMERS threads take them out, in one monitor with two
 * conditions, for as long as the factory is open, which is for ever. Choose sizes with -DSIZE=, -DPRODUCERS=,
 * -DCONSUMERS=. */
// invariant: count >= 0 && count <= sizeof(slots)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 5
#endif
#ifndef PRODUCERS
#define PRODUCERS 4
#endif
#ifndef CONSUMERS
#define CONSUMERS 4
#endif

enum { FREE, ITEM };

static atomic_bool open = true;

static pthread_mutex_t monitor = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static char slots[SIZE];
static int count; /* so many slots, from the first one, are taken */

static void put(char item) {
  int place;
  pthread_mutex_lock(&monitor);
  while ((place = count) == SIZE) pthread_cond_wait(&not_full, &monitor);
  assert(slots[place] == FREE);
  slots[place] = item;
  count = place + 1;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&monitor);
}

static char take(void) {
  int taken;
  pthread_mutex_lock(&monitor);
  while ((taken = count) == 0) pthread_cond_wait(&not_empty, &monitor);
  assert(taken <= SIZE);
  const char item = slots[taken - 1];
  slots[taken - 1] = FREE;
  count = taken - 1;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&monitor);
  return item;
}

static void *producer(void *argument) {
  (void)argument;
  while (open) put(ITEM);
  return NULL;
}

static void *consumer(void *argument) {
  (void)argument;
  while (open) {
    const char item = take();
    assert(item == ITEM);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[PRODUCERS + CONSUMERS];
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) {
    pthread_create(&threads[i], NULL, i < PRODUCERS ? producer : consumer, NULL);
  }
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) pthread_join(threads[i], NULL);
}
