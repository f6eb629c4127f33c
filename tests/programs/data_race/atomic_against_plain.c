/* The writer is atomic, the reader is not. */
#include <pthread.h>

static int value;

static void *write_it(void *unused) {
  __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, write_it, 0);
  int seen = value;
  pthread_join(a, 0);
  return seen;
}
