/* Library functions that only read may do so at the same time. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char name[8] = "name";

static void *measure(void *unused) {
  char own[8];
  strcpy(own, name);
  if (strcmp(own, name) != 0) abort();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, measure, 0);
  size_t length = strlen(name);
  pthread_join(a, 0);
  return length == 4 ? 0 : 1;
}
