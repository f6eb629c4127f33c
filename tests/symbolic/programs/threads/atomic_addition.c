// safe
// Atomic additions of unknown amounts.
#include <pthread.h>
#include <stdatomic.h>

#include "inputs.h"
static atomic_uint sum;
static void* add(void* value) {
  sum += *(unsigned*)value;
  return 0;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  pthread_t first, second;
  pthread_create(&first, 0, add, &a);
  pthread_create(&second, 0, add, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum == a + b);
}
