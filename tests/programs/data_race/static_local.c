/* A static local is one object for all threads. */
#include <pthread.h>

static int next_number(void) {
  static int last;
  return ++last;
}

static void *work(void *unused) {
  return next_number() > 0 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  next_number();
  pthread_join(a, 0);
  return 0;
}
