extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "read_write_lock_2.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#include <pthread.h>

int w = 0, r = 0, x, y;
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void take_read_lock() {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(w == 0);
  r = r + 1;
  __VERIFIER_atomic_end();
}
void *writer(void *arg) {
  w = 1;
  x = 3;
  w = 0;
  return 0;
}
void *reader(void *arg) {
  take_read_lock();
  y = x;
  __VERIFIER_assert(y == x);
  return 0;
}
int main() {
  pthread_t t1, t2;
  pthread_create(&t1, 0, writer, 0);
  pthread_create(&t2, 0, reader, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
