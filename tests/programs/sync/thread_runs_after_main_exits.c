/* pthread_exit in main does not stop the other threads: the one left must still be checked. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int main_left;

static void *work(void *unused) {
  assert(!main_left);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  main_left = 1;
  pthread_exit(0);
}
