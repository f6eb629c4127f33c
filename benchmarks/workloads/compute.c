/* Long local stretches: each of two threads hashes and sorts an array of its own before every visible operation, from a
 * number that all threads count on, so that hardly a step is done twice. Choose the amount with -DROUNDS=. */
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 6
#endif
#define VALUES 64

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed = 1;

static unsigned compute(unsigned value) {
  unsigned values[VALUES];
  for (int i = 0; i < VALUES; i++) {
    value ^= value << 13;
    value ^= value >> 17;
    value ^= value << 5;
    values[i] = value;
  }
  for (int i = 1; i < VALUES; i++) {
    const unsigned moved = values[i];
    int place = i;
    for (; place > 0 && values[place - 1] > moved; place--) values[place] = values[place - 1];
    values[place] = moved;
  }
  unsigned hash = 2166136261u;
  for (int i = 0; i < VALUES; i++) hash = (hash ^ values[i]) * 16777619u;
  return hash;
}

static void *worker(void *unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&mutex);
    const unsigned mine = seed;
    seed = compute(mine);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
