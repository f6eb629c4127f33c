/* Two threads double and increment by compare-exchange loops; only the two orders of whole steps may be seen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number = 5;

static void *twice(void *unused) {
  int seen = number;
  while (!atomic_compare_exchange_strong(&number, &seen, seen * 2))
    ;
  return 0;
}

static void *increment(void *unused) {
  int seen = number;
  while (!atomic_compare_exchange_strong(&number, &seen, seen + 1))
    ;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, twice, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(number == 11 || number == 12);
  return 0;
}
