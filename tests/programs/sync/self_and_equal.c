/* pthread_self in a thread must equal what pthread_create stored for it, and no other thread. */
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *compare(void *argument) {
  assert(pthread_equal(pthread_self(), pthread_self()));
  assert(!pthread_equal(pthread_self(), main_thread));
  *(pthread_t *)argument = pthread_self();
  return 0;
}

int main(void) {
  pthread_t a, b, self_a, self_b;
  main_thread = pthread_self();
  pthread_create(&a, 0, compare, &self_a);
  pthread_create(&b, 0, compare, &self_b);
  assert(!pthread_equal(a, b));
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pthread_equal(a, self_a));
  assert(pthread_equal(b, self_b));
  return 0;
}
