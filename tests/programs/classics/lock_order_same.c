/* Two threads take two mutexes in the same order, so neither can hold what the other waits for. */
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void *in_order(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, in_order, 0);
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  pthread_join(thread, 0);
  return 0;
}
