/* Every thread has its own copy. */
#include <pthread.h>

static _Thread_local int last;

static void *work(void *unused) {
  last += 1;
  return last == 1 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  last += 2;
  pthread_join(a, 0);
  return last - 2;
}
