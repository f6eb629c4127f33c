/* Attributes keep what is set, refuse what there is not, and a recursive mutex comes of its attribute. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

int main(void) {
  pthread_attr_t thread;
  pthread_mutexattr_t mutex;
  pthread_condattr_t condition;
  pthread_mutex_t lock;
  size_t size;
  int value;
  clockid_t clock;
  pthread_attr_init(&thread);
  assert(pthread_attr_setstacksize(&thread, 1 << 20) == 0 && pthread_attr_getstacksize(&thread, &size) == 0);
  assert(size == 1 << 20 && pthread_attr_setstacksize(&thread, 1) == EINVAL);
  assert(pthread_attr_getdetachstate(&thread, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setinheritsched(&thread, PTHREAD_EXPLICIT_SCHED) == 0);
  assert(pthread_attr_getinheritsched(&thread, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
  pthread_attr_destroy(&thread);
  pthread_mutexattr_init(&mutex);
  assert(pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&mutex, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_getpshared(&mutex, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_NONE) == 0);
  assert(pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_STALLED) == 0);
  pthread_mutex_init(&lock, &mutex);
  assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_lock(&lock) == 0);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
  pthread_condattr_init(&condition);
  assert(pthread_condattr_setclock(&condition, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&condition, &clock) == 0 && clock == CLOCK_MONOTONIC);
  char name[16];
  assert(pthread_setname_np(pthread_self(), "first") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "first") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  return 0;
}
