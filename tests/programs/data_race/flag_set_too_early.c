/* The flag is set before the value is written. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int value;

static void *produce(void *unused) {
  ready = 1;
  value = 42;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, produce, 0);
  while (!ready) {
  }
  int seen = value;
  pthread_join(a, 0);
  return seen > 42;
}
