// safe
// Only one of two exchanges can come first.
#include <pthread.h>
#include <stdatomic.h>

#include "inputs.h"
static atomic_int owner, wins;
static void* claim(void* name) {
  int none = 0;
  if (atomic_compare_exchange_strong(&owner, &none, *(int*)name)) wins++;
  return 0;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a != 0 && b != 0);
  pthread_t first, second;
  pthread_create(&first, 0, claim, &a);
  pthread_create(&second, 0, claim, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(wins == 1 && (owner == a || owner == b));
}
