/* Spin lock broken: at most one thread may be inside, but after two attempts a thread enters anyway. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag held = ATOMIC_FLAG_INIT;
static int inside;

static void *enter(void *unused) {
  if (atomic_flag_test_and_set(&held))
    atomic_flag_test_and_set(&held);
  inside++;
  assert(inside == 1);
  inside--;
  atomic_flag_clear(&held);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
