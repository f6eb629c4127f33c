/* The reader is atomic, the writer is not. */
#include <pthread.h>

static int value;

static void *write_it(void *unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, write_it, 0);
  int seen = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
  pthread_join(a, 0);
  return seen;
}
