// Main keeps the handles of the threads it has joined, so their names are about while the others go on.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *argument) {
  pthread_mutex_lock(&lock);
  sum += (int)(long)argument;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, (void *)(i + 1));
  for (int i = 0; i < 3; i++) {
    void *result = NULL;
    pthread_join(threads[i], &result);
    assert((long)result == i + 1);
  }
  assert(sum == 6);
}
