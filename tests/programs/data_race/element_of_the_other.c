/* The loop of the first thread runs one element too far, into the part of the second. */
#include <pthread.h>

static short cells[4];

static void *upper(void *unused) {
  cells[2] = 1;
  cells[3] = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, upper, 0);
  for (int i = 0; i <= 2; i++) cells[i] = 2;
  pthread_join(a, 0);
  return 0;
}
