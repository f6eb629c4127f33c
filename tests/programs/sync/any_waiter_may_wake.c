/* A signal may wake any waiter, not only the one that has waited longest. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, awake, first_waiter, first_awake;

static void *wait(void *argument) {
  int me = argument != 0;
  pthread_mutex_lock(&lock);
  if (waiting++ == 0)
    first_waiter = me;
  pthread_cond_wait(&changed, &lock);
  if (awake++ == 0)
    first_awake = me;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, wait, &lock);
  for (int woken = 0; woken < 2;) {
    pthread_mutex_lock(&lock);
    if (waiting == 2 && awake == woken) {
      pthread_cond_signal(&changed);
      woken++;
    }
    pthread_mutex_unlock(&lock);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first_waiter == first_awake);
  return 0;
}
