/* The destructor runs in the ending thread, at the same time as others. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int counter;

static void count(void *unused) {
  (void)unused;
  int seen = counter;
  counter = seen + 1;
}

static void *work(void *value) {
  pthread_setspecific(key, value);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, count);
  pthread_create(&a, 0, work, &key);
  pthread_create(&b, 0, work, &key);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
