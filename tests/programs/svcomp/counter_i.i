extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "counter_i.i", 3, "reach_error"); }
typedef unsigned long int pthread_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
typedef union { char __size[40]; long int __align; } pthread_mutex_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
extern int pthread_create(pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine)(void *), void *__restrict __arg) __attribute__((__nothrow__)) __attribute__((__nonnull__(1, 3)));
extern int pthread_join(pthread_t __th, void **__thread_return);
extern int pthread_mutex_init(pthread_mutex_t *__mutex, const pthread_mutexattr_t *__mutexattr) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
extern int pthread_mutex_lock(pthread_mutex_t *__mutex) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
extern int pthread_mutex_unlock(pthread_mutex_t *__mutex) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
# 1 "counter.c"
pthread_mutex_t m;
int counter = 0;
void *add(void *arg)
{
  pthread_mutex_lock(&m);
  int old = counter;
  counter = old + 1;
  pthread_mutex_unlock(&m);
  return ((void *)0);
}
int main(void)
{
  pthread_t t[3];
  pthread_mutex_init(&m, ((void *)0));
  for (int k = 0; k < 3; k++) pthread_create(&t[k], ((void *)0), add, ((void *)0));
  for (int k = 0; k < 3; k++) pthread_join(t[k], ((void *)0));
  if (!(counter == 3)) { ERROR: {reach_error();abort();} }
  return 0;
}
