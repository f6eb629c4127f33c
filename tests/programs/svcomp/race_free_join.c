extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "race_free_join.c", 3, "reach_error"); }
#include <pthread.h>

int counter;
void *add(void *arg) { counter++; return 0; }
int main() {
  pthread_t t;
  counter = 1;
  pthread_create(&t, 0, add, 0);
  pthread_join(t, 0);
  counter++;
  if (counter != 3) reach_error();
  return 0;
}
