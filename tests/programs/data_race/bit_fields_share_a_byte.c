/* Bit-fields that follow each other are one memory location. */
#include <pthread.h>

static struct {
  unsigned a : 4;
  unsigned b : 4;
} shared;

static void *work(void *unused) {
  shared.a = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  shared.b = 1;
  pthread_join(a, 0);
  return 0;
}
