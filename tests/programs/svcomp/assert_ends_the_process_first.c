extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "assert_ends_the_process_first.c", 3, "reach_error"); }
#include <pthread.h>

#include <assert.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *watcher(void *arg) {
  pthread_mutex_lock(&m);
  if (x == 2) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, watcher, 0);
  pthread_mutex_lock(&m);
  x = 1;
  assert(x == 0);
  x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}
