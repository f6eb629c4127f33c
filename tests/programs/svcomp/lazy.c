extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "lazy.c", 3, "reach_error"); }
#include <pthread.h>

pthread_mutex_t mutex;
int data = 0;
void *add1(void *arg) { pthread_mutex_lock(&mutex); data++; pthread_mutex_unlock(&mutex); return 0; }
void *add2(void *arg) { pthread_mutex_lock(&mutex); data += 2; pthread_mutex_unlock(&mutex); return 0; }
void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  if (data >= 3) {
    ERROR: { reach_error(); abort(); }
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main() {
  pthread_t t1, t2, t3;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&t1, 0, add1, 0);
  pthread_create(&t2, 0, add2, 0);
  pthread_create(&t3, 0, look, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
