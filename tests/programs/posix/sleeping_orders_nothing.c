/* However long one sleeps, the other may take longer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *prepare(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, prepare, 0);
  sleep(1);
  assert(ready);
  return 0;
}
