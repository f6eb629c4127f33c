// violated data-race; oracle
// Both come to the same byte only behind branches on inputs.
#include <pthread.h>
#include <string.h>

#include "inputs.h"
static char from[3], to[3];
static void* copy(void* unused) {
  strcpy(to, from);
  return unused;
}
int main(void) {
  from[0] = below(2);
  to[0] = from[0];
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  int order = strcmp(from, to + 1);
  pthread_join(thread, 0);
  return order;
}
