// main's section lets `looker` go on, and `waiter` inside its own section. Until `waiter` has left that nobody else can
// go on, so that the lock of `looker` is not there to be taken before the end of the section, though they commute.
// Behind that nobody but `looker` can go on. Everything happens for two values of `which`, the second time from memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int clew_choose(int);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside, which;

static void *looker(void *unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  assert(which != 1);
  return unused;
}

static void *waiter(void *unused) {
  __VERIFIER_atomic_begin();
  inside = 1;
  pthread_mutex_lock(&second);
  __VERIFIER_atomic_end();
  inside = 2;
  pthread_mutex_lock(&second);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  which = clew_choose(2);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_create(&threads[0], NULL, looker, NULL);
  pthread_create(&threads[1], NULL, waiter, NULL);
  __VERIFIER_assume(inside);
  __VERIFIER_atomic_begin();
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  __VERIFIER_atomic_end();
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
