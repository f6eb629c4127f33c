// The handle of a joined thread lies in a global variable that two other threads overwrite. Whoever does it first frees
// the name, which the next thread gets.
#include <assert.h>
#include <pthread.h>

static pthread_t handle;
static _Atomic(pthread_t) kept;
static _Atomic int made;

static void *nothing(void *argument) { return argument; }

static void *forget(void *argument) {
  (void)argument;
  kept = 0;
  return NULL;
}

static void *renew(void *argument) {
  (void)argument;
  pthread_t next;
  kept = 0;
  pthread_create(&next, NULL, nothing, NULL);
  made = 1;
  pthread_join(next, NULL);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&handle, NULL, nothing, NULL);
  pthread_join(handle, NULL);
  kept = handle;
  handle = 0;
  pthread_create(&one, NULL, forget, NULL);
  pthread_create(&other, NULL, renew, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(kept == 0 && made == 1);
}
