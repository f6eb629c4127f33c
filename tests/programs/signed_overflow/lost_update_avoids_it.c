/* Only if no update is lost does the counter overflow. */
#include <limits.h>
#include <pthread.h>

static int counter = INT_MAX - 1;

static void *add(void *unused) {
  int seen = counter;
  counter = seen + 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  add(0);
  pthread_join(a, 0);
  return 0;
}
