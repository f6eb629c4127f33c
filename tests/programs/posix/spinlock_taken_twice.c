/* A thread that spins on its own lock spins for ever. */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);
  return 0;
}
