// violated data-race; oracle
// strlen reads the second character only if the first is not the last.
#include <pthread.h>
#include <string.h>

#include "inputs.h"
static char text[4];
static void* set(void* unused) {
  text[1] = 'b';
  return unused;
}
int main(void) {
  text[0] = below(3);
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int length = strlen(text);
  pthread_join(thread, 0);
  return length;
}
