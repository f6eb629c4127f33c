// safe; oracle
// As many threads as the input says.
#include <pthread.h>

#include "inputs.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  int n = below(3);
  pthread_t threads[2];
  for (int i = 0; i < n; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < n; i++) pthread_join(threads[i], 0);
  assert(count == n);
}
