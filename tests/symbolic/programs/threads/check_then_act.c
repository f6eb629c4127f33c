// violated assert; oracle; options: --property assert
// Two withdrawals, each allowed by itself.
#include <pthread.h>
#include <stdatomic.h>

#include "inputs.h"
static atomic_int balance = 5;
static void* withdraw(void* amount) {
  int wanted = *(int*)amount;
  if (balance >= wanted) balance -= wanted;
  return 0;
}
int main(void) {
  int a = below(6), b = below(6);
  pthread_t first, second;
  pthread_create(&first, 0, withdraw, &a);
  pthread_create(&second, 0, withdraw, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance >= 0);
}
