/* A thread must not return the address of its local: its stack is gone when it is joined. */
#include <pthread.h>

static void *keep(int *p) { return p; }

static void *compute(void *unused) {
  int result = 3;
  return keep(&result);
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, compute, 0);
  pthread_join(thread, &result);
  return *(int *)result == 4;
}
