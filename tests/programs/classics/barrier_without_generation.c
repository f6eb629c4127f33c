/* A barrier used twice must tell the rounds apart: a slow thread takes the next round's arrival for its own. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  if (++arrived == 2) {
    arrived = 0;
    pthread_cond_broadcast(&all_here);
  } else {
    while (arrived != 0)
      pthread_cond_wait(&all_here, &lock);
  }
  pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
  barrier();
  barrier();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
