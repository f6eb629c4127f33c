/* Each thread writes its variable, then reads the other's: they need not both see the write. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_by_a, seen_by_b;

static void *thread_a(void *unused) {
  x = 1;
  seen_by_a = y;
  return 0;
}

static void *thread_b(void *unused) {
  y = 1;
  seen_by_b = x;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread_a, 0);
  pthread_create(&b, 0, thread_b, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen_by_a == 1 && seen_by_b == 1);
  return 0;
}
