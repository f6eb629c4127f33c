/* The function given to atexit runs while the thread does. */
#include <pthread.h>
#include <stdlib.h>

static int value;

static void finish(void) { value = 1; }

static void *work(void *unused) {
  value = 2;
  return unused;
}

int main(void) {
  pthread_t a;
  atexit(finish);
  pthread_create(&a, 0, work, 0);
  return 0;
}
