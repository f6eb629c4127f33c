/* Four threads and a barrier for two: two rounds, whoever meets whom. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int serial;

static void *work(void *unused) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  work(0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(serial == 2);
  return 0;
}
