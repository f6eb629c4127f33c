/* No deadlock: the schedules on which main could wait for ever are assumed away before it waits. */
#include <pthread.h>

extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int announced;

static void *announce(void *unused) {
  pthread_mutex_lock(&lock);
  announced = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, announce, 0);
  pthread_mutex_lock(&lock);
  __VERIFIER_assume(!announced);
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
