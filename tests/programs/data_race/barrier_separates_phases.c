/* In the first phase each thread writes its own cell, in the second it reads the other's. */
#include <pthread.h>

static pthread_barrier_t barrier;
static int cells[2];

static void *work(void *argument) {
  int me = argument != 0;
  cells[me] = 1;
  pthread_barrier_wait(&barrier);
  return cells[1 - me] == 1 ? &cells[0] : 0;
}

int main(void) {
  pthread_t a;
  void *result;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, work, &cells[1]);
  void *mine = work(0);
  pthread_join(a, &result);
  return mine && result ? 0 : 1;
}
