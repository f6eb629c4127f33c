// unknown
// Threads are not abstracted.
#include "inputs.h"
#include <pthread.h>
static int x;
static void *work(void *unused) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(x == 1);
}
