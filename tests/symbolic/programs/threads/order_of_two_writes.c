// violated assert; oracle
// Which atomic write is the last one?
#include <pthread.h>
#include <stdatomic.h>

#include "inputs.h"
static atomic_int last;
static void* set(void* value) {
  last = *(int*)value;
  return 0;
}
int main(void) {
  int a = below(3), b = below(3);
  pthread_t first, second;
  pthread_create(&first, 0, set, &a);
  pthread_create(&second, 0, set, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(last == b);
}
