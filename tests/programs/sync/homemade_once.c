/* A flag that is set before the work must not be taken for finished work: the second thread comes too early. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag started = ATOMIC_FLAG_INIT;
static atomic_int value;

static void *use(void *unused) {
  if (!atomic_flag_test_and_set(&started))
    value = 42;
  assert(value == 42);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
