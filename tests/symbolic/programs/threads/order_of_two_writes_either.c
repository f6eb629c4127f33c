// safe
// It is one of the two.
#include <pthread.h>
#include <stdatomic.h>

#include "inputs.h"
static atomic_int last;
static void* set(void* value) {
  last = *(int*)value;
  return 0;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  pthread_t first, second;
  pthread_create(&first, 0, set, &a);
  pthread_create(&second, 0, set, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(last == a || last == b);
}
