/* The thread relies on main being faster. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static void *work(void *unused) {
  if (stage == 0) __builtin_unreachable();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  stage = 1;
  pthread_join(a, 0);
  return 0;
}
