// safe
// While no other thread runs, the array is nobody else's; then others read it at places that are known.
#include <pthread.h>

#include "inputs.h"
static int a[10000];
static int sum;
static void* run(void* argument) {
  sum = a[5] + a[6];
  return argument;
}
int main(void) {
  pthread_t thread;
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 10000) return 0;
  a[i] = 2;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(sum == (i == 5 || i == 6 ? 2 : 0));
  a[i] = 3;
  assert(a[i] == 3);
}
