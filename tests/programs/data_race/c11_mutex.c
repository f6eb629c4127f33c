/* The mutex of C11. */
#include <threads.h>

static mtx_t lock;
static int value;

static int work(void *unused) {
  (void)unused;
  mtx_lock(&lock);
  value++;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t a;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, work, 0);
  work(0);
  thrd_join(a, 0);
  return value - 2;
}
