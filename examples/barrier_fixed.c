/* A barrier that is used again and again: in every round each thread writes its cell, waits for the
   others, reads theirs and waits once more.

   A thread waits until the barrier's generation is another one. The last to arrive begins the next
   generation, and it cannot end before all have left this one and arrived again. */
#include <assert.h>
#include <pthread.h>

#define THREADS 2
#define ROUNDS 2

typedef struct Barrier {
  pthread_mutex_t mutex;
  pthread_cond_t all_arrived;
  int arrived;
  unsigned generation;
} Barrier;

static Barrier barrier = {.mutex = PTHREAD_MUTEX_INITIALIZER, .all_arrived = PTHREAD_COND_INITIALIZER};
static int cell[THREADS];

static void barrier_wait(Barrier *b) {
  pthread_mutex_lock(&b->mutex);
  unsigned generation = b->generation;
  b->arrived++;
  if (b->arrived == THREADS) {
    b->arrived = 0;
    b->generation++;
    pthread_cond_broadcast(&b->all_arrived);
  } else {
    while (b->generation == generation) {
      pthread_cond_wait(&b->all_arrived, &b->mutex);
    }
  }
  pthread_mutex_unlock(&b->mutex);
}

static void *work(void *argument) {
  int *own = argument;
  for (int round = 1; round <= ROUNDS; round++) {
    *own = round;
    barrier_wait(&barrier);
    for (int i = 0; i < THREADS; i++) {
      assert(cell[i] == round);
    }
    barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&thread[i], NULL, work, &cell[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}
