// violated assert; oracle; options: --property assert
// Two threads add unknown amounts without a lock.
#include <pthread.h>

#include "inputs.h"
static int counter;
static void* add(void* amount) {
  int seen = counter;
  counter = seen + *(int*)amount;
  return 0;
}
int main(void) {
  int a = 1 + below(3), b = 1 + below(3);
  pthread_t first, second;
  pthread_create(&first, 0, add, &a);
  pthread_create(&second, 0, add, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == a + b);
}
