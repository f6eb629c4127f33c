/* The functions that do not wait say why; a writer cannot come twice. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock;
static struct timespec deadline;

static void *other(void *unused) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &deadline) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&lock, &deadline) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_t thread;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&lock, &attributes);
  pthread_rwlockattr_destroy(&attributes);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_timedrdlock(&lock, &deadline) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
