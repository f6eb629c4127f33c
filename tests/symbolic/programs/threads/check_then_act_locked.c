// safe
// Under a lock the balance is never negative, for any amount.
#include <pthread.h>

#include "inputs.h"
static int balance = 5;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* withdraw(void* amount) {
  int wanted = *(int*)amount;
  pthread_mutex_lock(&lock);
  if (balance >= wanted) balance -= wanted;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && b >= 0);
  pthread_t first, second;
  pthread_create(&first, 0, withdraw, &a);
  pthread_create(&second, 0, withdraw, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance >= 0);
}
