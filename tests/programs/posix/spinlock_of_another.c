/* A thread gives up what the other one holds. */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;

static void *release(void *unused) {
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_create(&thread, 0, release, 0);
  pthread_join(thread, 0);
  return 0;
}
