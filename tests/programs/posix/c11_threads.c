/* C11 threads: results, mutexes, conditions, call_once. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t ready;
static once_flag once = ONCE_FLAG_INIT;
static int value, runs;

static void begin(void) { runs++; }

static int produce(void *unused) {
  (void)unused;
  call_once(&once, begin);
  mtx_lock(&mutex);
  value = 42;
  cnd_signal(&ready);
  mtx_unlock(&mutex);
  return -7;
}

static int consume(void *unused) {
  (void)unused;
  call_once(&once, begin);
  mtx_lock(&mutex);
  while (value == 0) cnd_wait(&ready, &mutex);
  int seen = value;
  mtx_unlock(&mutex);
  thrd_exit(seen);
}

int main(void) {
  thrd_t a, b;
  int first, second;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&ready) == thrd_success);
  assert(thrd_create(&a, produce, 0) == thrd_success && thrd_create(&b, consume, 0) == thrd_success);
  assert(!thrd_equal(a, b) && thrd_equal(thrd_current(), thrd_current()));
  assert(thrd_join(a, &first) == thrd_success && thrd_join(b, &second) == thrd_success);
  assert(first == -7 && second == 42 && runs == 1);
  cnd_destroy(&ready);
  mtx_destroy(&mutex);
  return 0;
}
