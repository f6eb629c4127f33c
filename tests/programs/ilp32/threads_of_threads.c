/* Threads that create threads have numbers of their own, also with few arenas. */
#include <assert.h>
#include <pthread.h>

static int sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *leaf(void *number) {
  pthread_mutex_lock(&mutex);
  sum += (int)number;
  pthread_mutex_unlock(&mutex);
  return number;
}
static void *branch(void *number) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, leaf, (void *)((int)number * 10));
  pthread_join(thread, &result);
  return result;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, branch, (void *)(i + 1));
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(threads[i], &result);
    assert((int)result == 10 * (i + 1));
  }
  assert(sum == 30);
  return 0;
}
