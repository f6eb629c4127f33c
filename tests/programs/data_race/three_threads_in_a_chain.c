/* The order of the first to the third thread comes by way of the second. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;
static int value;

static void *one(void *unused) {
  value = 1;
  first = 1;
  return unused;
}

static void *two(void *unused) {
  while (!first) {
  }
  second = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  while (!second) {
  }
  value = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return value - 2;
}
