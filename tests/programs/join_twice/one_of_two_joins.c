/* An atomic flag decides which of the two threads joins. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_t worker;
static atomic_flag taken = ATOMIC_FLAG_INIT;

static void *work(void *unused) { return unused; }

static void *join(void *unused) {
  if (!atomic_flag_test_and_set(&taken)) pthread_join(worker, 0);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&a, 0, join, 0);
  join(0);
  pthread_join(a, 0);
  return 0;
}
