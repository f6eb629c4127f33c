/* Two threads join the same third one. */
#include <pthread.h>

static pthread_t worker;

static void *work(void *unused) { return unused; }

static void *join(void *unused) {
  pthread_join(worker, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&a, 0, join, 0);
  pthread_create(&b, 0, join, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
