/* pthread_join must give what the thread returned, one value per thread. */
#include <assert.h>
#include <pthread.h>

static void *square(void *argument) {
  long n = (long)argument;
  return (void *)(n * n);
}

int main(void) {
  pthread_t threads[2];
  void *results[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, square, (void *)(i + 5));
  for (int i = 1; i >= 0; i--)
    pthread_join(threads[i], &results[i]);
  assert((long)results[0] == 25);
  assert((long)results[1] == 36);
  return 0;
}
