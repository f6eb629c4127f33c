/* Behind the barrier everybody sees what each has done before it; exactly one is the serial thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static int done[3];
static atomic_int serial;

static void *work(void *number) {
  done[(long)number] = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  assert(done[0] && done[1] && done[2]);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 3);
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void *)i);
  work((void *)2);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(serial == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
