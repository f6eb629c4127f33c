// safe
// Two elements that differ.
#include <pthread.h>

#include "inputs.h"
static int cells[4];
static void* set(void* index) {
  cells[*(unsigned*)index] = 1;
  return 0;
}
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 4 && j < 4 && i != j);
  pthread_t first, second;
  pthread_create(&first, 0, set, &i);
  pthread_create(&second, 0, set, &j);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(cells[i] == 1 && cells[j] == 1);
}
