/* Thread-specific storage with its destructor, recursive and timed mutexes, timed waits. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static tss_t key;
static int ended;

static void end(void *value) { ended += *(int *)value; }

static int work(void *value) {
  tss_set(key, value);
  thrd_yield();
  return *(int *)tss_get(key);
}

int main(void) {
  thrd_t thread;
  mtx_t mutex;
  cnd_t never;
  int five = 5, result;
  struct timespec deadline = {0, 0}, moment = {0, 1000};
  tss_create(&key, end);
  thrd_create(&thread, work, &five);
  thrd_join(thread, &result);
  assert(result == 5 && ended == 5 && tss_get(key) == 0);
  tss_delete(key);
  mtx_init(&mutex, mtx_recursive | mtx_timed);
  assert(mtx_lock(&mutex) == thrd_success && mtx_timedlock(&mutex, &deadline) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success && mtx_unlock(&mutex) == thrd_success);
  mtx_init(&mutex, mtx_plain);
  cnd_init(&never);
  assert(mtx_trylock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_busy);
  assert(cnd_timedwait(&never, &mutex, &deadline) == thrd_timedout);
  mtx_unlock(&mutex);
  assert(thrd_sleep(&moment, 0) == 0);
  return 0;
}
