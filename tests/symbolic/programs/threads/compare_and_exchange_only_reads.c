// safe; oracle
// It never writes, so another thread may read.
#include <pthread.h>

#include "inputs.h"
static int x;
static void* exchange(void* unused) {
  int expected = 2;
  __atomic_compare_exchange_n(&x, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  x = below(2);
  pthread_t thread;
  pthread_create(&thread, 0, exchange, 0);
  int seen = x;
  pthread_join(thread, 0);
  return seen;
}
