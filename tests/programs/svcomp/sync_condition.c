extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sync_condition.c", 3, "reach_error"); }
#include <pthread.h>

int num;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
void *put(void *arg) {
  pthread_mutex_lock(&m);
  while (num > 0) pthread_cond_wait(&empty, &m);
  num++;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&full);
  return 0;
}
void *get(void *arg) {
  pthread_mutex_lock(&m);
  while (num == 0) pthread_cond_wait(&full, &m);
  num--;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&empty);
  return 0;
}
int main() {
  pthread_t t1, t2;
  num = 1;
  pthread_create(&t1, 0, put, 0);
  pthread_create(&t2, 0, get, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  if (num != 1) reach_error();
  return 0;
}
