extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "fib_bench_2.c", 3, "reach_error"); }
#include <pthread.h>

int i = 1, j = 1;
#define NUM 2
void *t1(void *arg) { for (int k = 0; k < NUM; k++) i += j; pthread_exit(0); }
void *t2(void *arg) { for (int k = 0; k < NUM; k++) j += i; pthread_exit(0); }
int main(int argc, char **argv) {
  pthread_t id1, id2;
  pthread_create(&id1, 0, t1, 0);
  pthread_create(&id2, 0, t2, 0);
  if (i >= 8 || j >= 8) {
    ERROR: { reach_error(); abort(); }
  }
  return 0;
}
