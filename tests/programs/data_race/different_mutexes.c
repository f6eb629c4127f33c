/* Each thread holds a mutex, but not the same one. */
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counter;

static void *add(void *lock) {
  pthread_mutex_lock(lock);
  counter++;
  pthread_mutex_unlock(lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, &locks[0]);
  pthread_create(&b, 0, add, &locks[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
