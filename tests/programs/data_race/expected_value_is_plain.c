/* A compare-and-exchange that fails writes the expected value plainly. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value = 1;
static int expected;

static void *look(void *unused) { return expected ? unused : 0; }

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  atomic_compare_exchange_strong(&value, &expected, 3);
  pthread_join(a, 0);
  return 0;
}
