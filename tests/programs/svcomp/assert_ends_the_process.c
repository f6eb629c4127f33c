extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "assert_ends_the_process.c", 3, "reach_error"); }
#include <pthread.h>

#include <assert.h>
int x;
void *watcher(void *arg) {
  if (x == 1) reach_error();
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, watcher, 0);
  x = 1;
  assert(x == 0);
  return 0;
}
