/* One reads atomically, the other plainly, and nobody writes. */
#include <pthread.h>

static int value = 3;

static void *look(void *unused) {
  return __atomic_load_n(&value, __ATOMIC_SEQ_CST) == 3 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  int seen = value;
  pthread_join(a, 0);
  return seen - 3;
}
