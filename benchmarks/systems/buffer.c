/* A bounded buffer for ever: PRODUCERS threads put their own number into a ring of SLOTS places, CONSUMERS
 * threads take one out; a mutex and two condition variables. Visible steps are the calls and every single access to a
 * global: that of `count` in a loop's head, the loads and the store that put an item, and so on. buffer.pml is the
 * same system in Promela. Choose sizes with -DPRODUCERS=, -DCONSUMERS=, -DSLOTS=. */
#include <assert.h>
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int slots[SLOTS];
static int first; /* the place of the oldest item */
static int count; /* how many items there are */

static void *producer(void *argument) {
  const int self = (int)(long)argument;
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (count == SLOTS) pthread_cond_wait(&not_full, &mutex);
    slots[(first + count) % SLOTS] = self + 1;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
}

static void *consumer(void *argument) {
  (void)argument;
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&not_empty, &mutex);
    assert(slots[first] != 0);
    slots[first] = 0;
    first = (first + 1) % SLOTS;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  pthread_t threads[PRODUCERS + CONSUMERS];
  for (long i = 0; i < PRODUCERS + CONSUMERS; i++) {
    pthread_create(&threads[i], 0, i < PRODUCERS ? producer : consumer, (void *)i);
  }
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) pthread_join(threads[i], 0);
}
