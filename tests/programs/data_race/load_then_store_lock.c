/* Two atomic steps make no lock: both threads may find it free. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held;
static int counter;

static void *add(void *unused) {
  while (atomic_load(&held)) {
  }
  atomic_store(&held, 1);
  counter++;
  atomic_store(&held, 0);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  add(0);
  pthread_join(a, 0);
  return 0;
}
