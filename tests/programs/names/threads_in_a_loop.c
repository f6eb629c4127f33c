// Two threads start and join helpers in a loop. A helper's handle is overwritten by the next one's, or goes with the
// function's frame.
#include <assert.h>
#include <pthread.h>

static _Atomic int helped;

static void *help(void *argument) {
  helped++;
  return argument;
}

static void once(void) {
  pthread_t helper;
  pthread_create(&helper, NULL, help, NULL);
  pthread_join(helper, NULL);
}

static void *loop(void *argument) {
  pthread_t helper;
  for (int i = 0; i < 2; i++) {
    pthread_create(&helper, NULL, help, NULL);
    pthread_join(helper, NULL);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loop, NULL);
  once();
  once();
  pthread_join(thread, NULL);
  assert(helped == 4);
}
