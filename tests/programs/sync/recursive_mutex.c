/* A recursive mutex may be locked again by its owner and is free only after as many unlocks. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth;

static void *look(void *unused) {
  if (pthread_mutex_trylock(&lock) == 0) {
    assert(depth == 0);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&thread, 0, look, 0);
  assert(pthread_mutex_lock(&lock) == 0);
  depth = 1;
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  depth = 0;
  assert(pthread_mutex_unlock(&lock) == 0);
  pthread_join(thread, 0);
  pthread_mutex_destroy(&lock);
  return 0;
}
