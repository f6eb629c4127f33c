/* A destructor that sets its value again is called again, but not for ever. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void again(void *value) {
  calls++;
  pthread_setspecific(key, value);
}

static void *work(void *value) {
  pthread_setspecific(key, value);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, again);
  pthread_create(&thread, 0, work, &key);
  pthread_join(thread, 0);
  assert(calls >= 1 && calls <= PTHREAD_DESTRUCTOR_ITERATIONS);
  return 0;
}
