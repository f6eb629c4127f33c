/* The mutex must be unlocked only if trylock got it, but the result is not looked at. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, hold, 0);
  pthread_mutex_trylock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
