// violated assert; oracle
// The input is read by the thread.
#include <pthread.h>

#include "inputs.h"
static void* choose(void* result) {
  *(int*)result = below(6);
  return 0;
}
int main(void) {
  int value = -1;
  pthread_t thread;
  pthread_create(&thread, 0, choose, &value);
  pthread_join(thread, 0);
  assert(value != 4);
}
