/* A thread that ends, in either way, hands its values to the destructors. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int released;

static void release(void *value) {
  assert(pthread_getspecific(key) == 0);
  released += *(int *)value;
  free(value);
}

static void *work(void *by_exit) {
  int *mine = malloc(sizeof *mine);
  *mine = 1;
  pthread_setspecific(key, mine);
  if (by_exit) pthread_exit(mine);
  return mine;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, release);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, work, &key);
  pthread_join(b, 0);
  assert(released == 2);
  return 0;
}
