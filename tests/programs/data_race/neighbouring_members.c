/* Members of one structure are memory of their own. */
#include <pthread.h>

static struct {
  char a;
  char b;
  short c;
} shared;

static void *work(void *unused) {
  shared.a = 1;
  shared.c = shared.a;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  shared.b = 2;
  shared.b++;
  pthread_join(a, 0);
  return shared.a + shared.b + shared.c - 5;
}
