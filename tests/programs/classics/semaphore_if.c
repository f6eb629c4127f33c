/* A semaphore broken: at most one thread may be inside, but a waiter takes what another has taken before it woke. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t positive = PTHREAD_COND_INITIALIZER;
static int value = 1;
static int inside;

static void down(void) {
  pthread_mutex_lock(&lock);
  if (value == 0)
    pthread_cond_wait(&positive, &lock);
  value--;
  pthread_mutex_unlock(&lock);
}

static void up(void) {
  pthread_mutex_lock(&lock);
  value++;
  pthread_cond_signal(&positive);
  pthread_mutex_unlock(&lock);
}

static void *once(void *unused) {
  down();
  inside++;
  assert(inside == 1);
  inside--;
  up();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, once, 0);
  once(0);
  once(0);
  pthread_join(thread, 0);
  return 0;
}
