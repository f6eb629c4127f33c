// safe; oracle
// The first character is always the last.
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
  __VERIFIER_assume(text[0] * text[0] == text[0] * 5);
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int length = strlen(text);
  pthread_join(thread, 0);
  return length;
}
