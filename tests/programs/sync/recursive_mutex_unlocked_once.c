/* A recursive mutex locked twice must be unlocked twice; after one unlock the other thread waits for ever. */
#include <pthread.h>

static pthread_mutex_t lock;

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_create(&thread, 0, take, 0);
  pthread_join(thread, 0);
  return 0;
}
