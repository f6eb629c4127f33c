/* Four bytes of eight are enough to race. */
#include <pthread.h>

static union {
  unsigned long long whole;
  unsigned halves[2];
} shared;

static void *work(void *unused) {
  shared.whole = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  unsigned seen = shared.halves[1];
  pthread_join(a, 0);
  return seen != 0;
}
