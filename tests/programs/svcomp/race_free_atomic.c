extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "race_free_atomic.c", 3, "reach_error"); }
#include <pthread.h>

#include <stdatomic.h>
atomic_int ready;
int data;
void *writer(void *arg) { data = 5; ready = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (ready && data != 5) reach_error();
  pthread_join(t, 0);
  return 0;
}
