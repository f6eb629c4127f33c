/* memcpy of no bytes touches nothing. */
#include <pthread.h>
#include <string.h>

static char buffer[4];

static void *work(void *unused) {
  buffer[0] = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  char copy[4] = {0};
  unsigned long size = copy[0];
  pthread_create(&a, 0, work, 0);
  memcpy(copy, buffer, size);
  memmove(buffer, copy, size);
  pthread_join(a, 0);
  return copy[0];
}
