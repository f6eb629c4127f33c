/* A mutex still belongs to the thread that ended with it, so main must not unlock it. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  pthread_join(thread, 0);
  pthread_mutex_unlock(&lock);
  return 0;
}
