/* memcpy stops one byte before the byte that the thread writes. */
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
  unsigned long size = sizeof buffer - 1;
  pthread_create(&a, 0, work, 0);
  memcpy(copy, buffer, size);
  pthread_join(a, 0);
  return copy[0];
}
