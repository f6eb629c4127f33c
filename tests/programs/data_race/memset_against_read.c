/* memset writes what the thread reads. */
#include <pthread.h>
#include <string.h>

static char buffer[8];

static void *work(void *unused) {
  return buffer[7] == 1 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  memset(buffer, 1, sizeof buffer);
  pthread_join(a, 0);
  return 0;
}
