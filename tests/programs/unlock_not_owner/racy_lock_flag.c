/* The flag must tell who holds the mutex, but it does not say which thread. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int locked;

static void *hold(void *unused) {
  pthread_mutex_lock(&lock);
  locked = 1;
  locked = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, hold, 0);
  if (locked)
    pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
