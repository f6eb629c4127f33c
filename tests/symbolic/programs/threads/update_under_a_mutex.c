// safe
// With a lock, for all amounts.
#include <pthread.h>

#include "inputs.h"
static unsigned counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* add(void* amount) {
  pthread_mutex_lock(&lock);
  unsigned seen = counter;
  counter = seen + *(unsigned*)amount;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  pthread_t first, second;
  pthread_create(&first, 0, add, &a);
  pthread_create(&second, 0, add, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == a + b);
}
