/* Only the thread that locked a mutex may unlock it, but main leaves that to another thread. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *release(void *unused) {
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, release, 0);
  pthread_join(thread, 0);
  return 0;
}
