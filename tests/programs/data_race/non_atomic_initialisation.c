/* atomic_init is not atomic. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *look(void *unused) { return atomic_load(&value) == 1 ? unused : 0; }

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  atomic_init(&value, 1);
  pthread_join(a, 0);
  return 0;
}
