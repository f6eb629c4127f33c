/* A lock made of compare-and-exchange protects the counter. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held;
static int counter;

static void *add(void *unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&held, &expected, 1)) expected = 0;
  counter++;
  atomic_store(&held, 0);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  add(0);
  pthread_join(a, 0);
  return counter - 2;
}
