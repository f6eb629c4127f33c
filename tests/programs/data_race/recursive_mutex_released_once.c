/* A recursive mutex that was locked twice and unlocked once still protects. */
#include <pthread.h>

static pthread_mutex_t lock;
static int value;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return value - 2;
}
