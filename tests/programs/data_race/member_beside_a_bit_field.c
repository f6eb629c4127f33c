/* The plain member behind a bit-field is a memory location of its own. */
#include <pthread.h>

static struct {
  int a : 12;
  char b;
} shared;

static void *work(void *unused) {
  shared.a = -5;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  shared.b = 1;
  pthread_join(a, 0);
  return shared.a + shared.b + 4;
}
