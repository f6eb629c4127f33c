/* A volatile flag is plain memory for other threads. */
#include <pthread.h>

static volatile int ready;

static void *produce(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, produce, 0);
  while (!ready) {
  }
  pthread_join(a, 0);
  return 0;
}
