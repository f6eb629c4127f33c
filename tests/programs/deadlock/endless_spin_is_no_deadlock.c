/* No deadlock: main waits for ever for a thread that spins for ever, but the spinning thread can move. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *spin(void *unused) {
  while (!atomic_load(&stop))
    ;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, spin, 0);
  pthread_join(thread, 0);
  return 0;
}
