/* exit in a thread must end the process with its handlers run, whatever main is doing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int leaving;

static void handler(void) { assert(leaving); }

static void *leave(void *unused) {
  leaving = 1;
  exit(0);
}

int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, 0, leave, 0);
  pthread_join(thread, 0);
  assert(0);
  return 0;
}
