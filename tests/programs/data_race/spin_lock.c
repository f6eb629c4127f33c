/* The spin lock of POSIX. */
#include <pthread.h>

static pthread_spinlock_t lock;
static int value;

static void *work(void *unused) {
  pthread_spin_lock(&lock);
  value++;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_spin_init(&lock, 0);
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return value - 2;
}
