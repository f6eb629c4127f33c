/* A bounded buffer, for ever, made of three monitors: two semaphores count the free and the taken places, a third one
 * guards the buffer. A thread waits for its semaphore before it enters the buffer. The other way round is the nested
 * monitor problem: it would wait inside, and nobody could come in to wake it. Choose sizes with -DSIZE=,
 * -DPRODUCERS=, -DCONSUMERS=; the last three invariants are written for a SIZE of 5. */
// invariant: spaces.value >= 0
// invariant: items.value >= 0
// invariant: items.value <= count
// invariant: spaces.value + items.value <= 5
// invariant: count >= 0 && count <= 5
// invariant: spaces.value <= 5 - count
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 5
#endif
#ifndef PRODUCERS
#define PRODUCERS 3
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif

typedef struct {
  pthread_mutex_t monitor;
  pthread_cond_t positive;
  int value;
} Semaphore;

static Semaphore spaces = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, SIZE};
static Semaphore items = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static pthread_mutex_t buffer = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void down(Semaphore *semaphore) {
  int value;
  pthread_mutex_lock(&semaphore->monitor);
  while ((value = semaphore->value) == 0) pthread_cond_wait(&semaphore->positive, &semaphore->monitor);
  assert(value > 0);
  semaphore->value = value - 1;
  pthread_mutex_unlock(&semaphore->monitor);
}

static void up(Semaphore *semaphore) {
  pthread_mutex_lock(&semaphore->monitor);
  const int value = semaphore->value;
  assert(value < SIZE);
  semaphore->value = value + 1;
  pthread_cond_signal(&semaphore->positive);
  pthread_mutex_unlock(&semaphore->monitor);
}

static void *producer(void *argument) {
  (void)argument;
  for (;;) {
    down(&spaces);
    pthread_mutex_lock(&buffer);
    const int before = count;
    assert(before < SIZE);
    count = before + 1;
    pthread_mutex_unlock(&buffer);
    up(&items);
  }
  return NULL;
}

static void *consumer(void *argument) {
  (void)argument;
  for (;;) {
    down(&items);
    pthread_mutex_lock(&buffer);
    const int before = count;
    assert(before > 0);
    count = before - 1;
    pthread_mutex_unlock(&buffer);
    up(&spaces);
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
