/* Nobody uses what is read, and a race it is. */
#include <pthread.h>

static int value;

static void *work(void *unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int unused = value;
  (void)unused;
  pthread_join(a, 0);
  return 0;
}
