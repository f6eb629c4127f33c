/* The result is read before the thread is joined. */
#include <pthread.h>

static void *add(void *result) {
  *(int *)result = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  int result = 0;
  pthread_create(&a, 0, add, &result);
  int seen = result;
  pthread_join(a, 0);
  return seen > 1;
}
