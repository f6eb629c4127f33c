/* A waiter must not hold the mutex that the signaller needs: cond_wait gives back only its own mutex. */
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *announce(void *unused) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, announce, 0);
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  while (!ready)
    pthread_cond_wait(&changed, &inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  pthread_join(thread, 0);
  return 0;
}
