/* Nobody joins, and main ends before the threads do. */
#include <pthread.h>

static int value;

static void *work(void *unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_detach(a);
  pthread_create(&b, 0, work, 0);
  pthread_detach(b);
  pthread_exit(0);
}
