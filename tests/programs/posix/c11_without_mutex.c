/* Two threads add without a mutex; one addition may be lost. */
#include <assert.h>
#include <threads.h>
#include <stdatomic.h>

static atomic_int counter;

static int add(void *unused) {
  (void)unused;
  int seen = counter;
  counter = seen + 1;
  return 0;
}

int main(void) {
  thrd_t a, b;
  thrd_create(&a, add, 0);
  thrd_create(&b, add, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  assert(counter == 2);
  return 0;
}
