/* After the barrier either of the two may be first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int last;

static void *work(void *number) {
  pthread_barrier_wait(&barrier);
  last = (int)(long)number;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, work, (void *)1);
  work((void *)2);
  pthread_join(thread, 0);
  assert(last == 1);
  return 0;
}
