extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "peterson_2.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#include <pthread.h>

int flag1 = 0, flag2 = 0, turn, x;
void *thr1(void *arg) {
  flag1 = 1;
  turn = 1;
  while (flag2 == 1 && turn == 1) {}
  x = 0;
  __VERIFIER_assert(x <= 0);
  flag1 = 0;
  return 0;
}
void *thr2(void *arg) {
  /* the flag is forgotten */
  turn = 0;
  while (flag1 == 1 && turn == 0) {}
  x = 1;
  __VERIFIER_assert(x >= 1);
  flag2 = 0;
  return 0;
}
int main() {
  pthread_t t1, t2;
  pthread_create(&t1, 0, thr1, 0);
  pthread_create(&t2, 0, thr2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
