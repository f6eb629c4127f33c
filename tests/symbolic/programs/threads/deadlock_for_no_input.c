// safe; oracle
// All take them in the same order.
#include <pthread.h>

#include "inputs.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* argument) {
  bool swapped = *(bool*)argument;
  pthread_mutex_lock(swapped ? &b : &a);
  pthread_mutex_lock(swapped ? &a : &b);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  bool unknown = below(5) == 4;
  pthread_t first, second;
  pthread_create(&first, 0, work, &unknown);
  pthread_create(&second, 0, work, &unknown);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
