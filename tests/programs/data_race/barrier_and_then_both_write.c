/* The barrier lets both threads write at the same time. */
#include <pthread.h>

static pthread_barrier_t barrier;
static int last;

static void *work(void *argument) {
  pthread_barrier_wait(&barrier);
  last = argument != 0;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, work, &last);
  work(0);
  pthread_join(a, 0);
  return 0;
}
