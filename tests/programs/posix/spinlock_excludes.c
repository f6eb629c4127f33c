/* A spin lock keeps the others out, and trylock says so. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *add(void *unused) {
  pthread_spin_lock(&lock);
  counter++;
  assert(pthread_spin_trylock(&lock) == EBUSY);
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  assert(pthread_spin_destroy(&lock) == 0);
  return 0;
}
