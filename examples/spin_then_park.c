/* A lock that spins for a moment and then parks its thread. Unlocking is cheap when nobody is parked.

   The bug: a thread announces itself after its last attempt. An owner that unlocks in between sees
   nobody parked and wakes nobody up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 2
#define SPINS 2

typedef struct Lock {
  atomic_bool held;
  atomic_int parked;
  pthread_mutex_t mutex;
  pthread_cond_t released;
} Lock;

static Lock lock = {.mutex = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER};
static int counter;

static bool try_acquire(Lock *l) {
  return !atomic_exchange(&l->held, true);
}

static void park(Lock *l) {
  pthread_mutex_lock(&l->mutex);
  while (!try_acquire(l)) {
    atomic_fetch_add(&l->parked, 1);
    pthread_cond_wait(&l->released, &l->mutex);
    atomic_fetch_sub(&l->parked, 1);
  }
  pthread_mutex_unlock(&l->mutex);
}

static void acquire(Lock *l) {
  for (int i = 0; i < SPINS; i++) {
    if (try_acquire(l)) {
      return;
    }
  }
  park(l);
}

static void release(Lock *l) {
  atomic_store(&l->held, false);
  if (atomic_load(&l->parked) > 0) {
    pthread_mutex_lock(&l->mutex);
    pthread_cond_signal(&l->released);
    pthread_mutex_unlock(&l->mutex);
  }
}

static void *worker(void *unused) {
  acquire(&lock);
  counter++;
  release(&lock);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&thread[i], NULL, worker, NULL);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
  }
  assert(counter == THREADS);
  return 0;
}
