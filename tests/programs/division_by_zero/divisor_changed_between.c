/* The divisor must still be non-zero when it is used, but another thread can clear it after the check. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 4;

static void *clear(void *unused) {
  divisor = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  int quotient = 0;
  pthread_create(&thread, 0, clear, 0);
  if (divisor != 0)
    quotient = 100 / divisor;
  pthread_join(thread, 0);
  return quotient == 3;
}
