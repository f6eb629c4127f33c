/* memcpy reads the last byte while the thread writes it. */
#include <pthread.h>
#include <string.h>

static char buffer[40];

static void *work(void *unused) {
  buffer[39] = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  char copy[40];
  volatile unsigned long size = sizeof buffer;
  pthread_create(&a, 0, work, 0);
  memcpy(copy, buffer, size);
  pthread_join(a, 0);
  return copy[0];
}
