/* The kinds of mutexes lie elsewhere in i386's pthread_mutex_t; initialisers and attributes agree. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static struct { pthread_mutex_t normal, recursive, checked; int after; } m = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, 5};

int main(void) {
  assert(sizeof(pthread_mutex_t) == 24);
  assert(pthread_mutex_lock(&m.recursive) == 0 && pthread_mutex_lock(&m.recursive) == 0);
  assert(pthread_mutex_unlock(&m.recursive) == 0 && pthread_mutex_unlock(&m.recursive) == 0);
  assert(pthread_mutex_unlock(&m.recursive) == EPERM);
  assert(pthread_mutex_lock(&m.checked) == 0 && pthread_mutex_lock(&m.checked) == EDEADLK);
  assert(pthread_mutex_trylock(&m.normal) == 0 && pthread_mutex_trylock(&m.normal) == EBUSY);
  pthread_mutex_unlock(&m.normal), pthread_mutex_unlock(&m.checked);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  struct { pthread_mutex_t mutex; int after; } local = {.after = 6};
  pthread_mutex_init(&local.mutex, &attributes);
  assert(pthread_mutex_lock(&local.mutex) == 0 && pthread_mutex_lock(&local.mutex) == 0);
  pthread_mutex_unlock(&local.mutex), pthread_mutex_unlock(&local.mutex);
  pthread_mutex_destroy(&local.mutex);
  assert(local.after == 6 && m.after == 5);
  return 0;
}
