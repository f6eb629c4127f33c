/* Doubling and incrementing do not commute: the assertion that 12 never comes out fails in one order. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number = 5;

static void *twice(void *unused) {
  pthread_mutex_lock(&lock);
  number *= 2;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  number++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, twice, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(number != 12);
  return 0;
}
