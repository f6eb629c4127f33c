/* The same barrier, round after round: nobody is a round ahead of the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int round_of[2];

static void *work(void *number) {
  long self = (long)number;
  for (int round = 1; round <= 3; round++) {
    round_of[self] = round;
    pthread_barrier_wait(&barrier);
    assert(round_of[1 - self] >= round && round_of[1 - self] <= round + 1);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, work, (void *)0);
  work((void *)1);
  pthread_join(thread, 0);
  return 0;
}
