extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "singleton.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#include <pthread.h>

#include <stdlib.h>
char *v;
void *thread1(void *arg) { v = malloc(sizeof(char)); return 0; }
void *thread2(void *arg) { v[0] = 'X'; return 0; }
void *thread3(void *arg) { v[0] = 'Y'; return 0; }
void *thread0(void *arg) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, thread1, 0);
  pthread_join(t1, 0);
  pthread_create(&t2, 0, thread2, 0);
  pthread_create(&t3, 0, thread3, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread0, 0);
  pthread_join(t, 0);
  __VERIFIER_assert(v[0] == 'X');
  free(v);
  return 0;
}
