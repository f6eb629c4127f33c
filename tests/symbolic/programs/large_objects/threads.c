// unknown
// What others can reach is accessed at places that are known, which are too many here.
#include <pthread.h>

#include "inputs.h"
static int a[10000];
static void* run(void* argument) {
  a[5] = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 10000) return 0;
  pthread_create(&thread, 0, run, 0);
  a[i] = 2;
  pthread_join(thread, 0);
}
