/* The copy of main is given away. */
#include <pthread.h>

static _Thread_local int last;

static void *work(void *cell) {
  *(int *)cell = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, &last);
  last = 2;
  pthread_join(a, 0);
  return 0;
}
