extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stateful.i", 3, "reach_error"); }
typedef unsigned long int pthread_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
typedef union { char __size[40]; long int __align; } pthread_mutex_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
extern int pthread_create(pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine)(void *), void *__restrict __arg) __attribute__((__nothrow__)) __attribute__((__nonnull__(1, 3)));
extern int pthread_join(pthread_t __th, void **__thread_return);
extern int pthread_mutex_init(pthread_mutex_t *__mutex, const pthread_mutexattr_t *__mutexattr) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
extern int pthread_mutex_lock(pthread_mutex_t *__mutex) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
extern int pthread_mutex_unlock(pthread_mutex_t *__mutex) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
# 1 "stateful.c"
# 10 "stateful.c"
pthread_mutex_t ma, mb;
int data1, data2;
void *thread1(void *arg)
{
  pthread_mutex_lock(&ma);
  data1++;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2++;
  pthread_mutex_unlock(&ma);
  return 0;
}
void *thread2(void *arg)
{
  pthread_mutex_lock(&ma);
  data1 += 5;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2 -= 6;
  pthread_mutex_unlock(&ma);
  return 0;
}
int main()
{
  pthread_t t1, t2;
  pthread_mutex_init(&ma, ((void *)0));
  pthread_mutex_init(&mb, ((void *)0));
  data1 = 10;
  data2 = 10;
  pthread_create(&t1, ((void *)0), thread1, ((void *)0));
  pthread_create(&t2, ((void *)0), thread2, ((void *)0));
  pthread_join(t1, ((void *)0));
  pthread_join(t2, ((void *)0));
  if (data1 == 16 && data2 == 5)
  {
    ERROR: {reach_error();abort();}
    ;
  }
  return 0;
}
