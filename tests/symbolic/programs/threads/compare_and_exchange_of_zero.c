// violated assert
// Who claims with the free value leaves it free.
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
  pthread_t first, second;
  pthread_create(&first, 0, claim, &a);
  pthread_create(&second, 0, claim, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(wins == 1);
}
