/* Nobody reads the clock, so sleeping makes no new states and the search ends. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static volatile int stop;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *unused) {
  int seen = 0;
  while (!seen) {
    usleep(1000);
    sched_yield();
    pthread_mutex_lock(&mutex);
    seen = stop;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  pthread_mutex_lock(&mutex);
  stop = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
