/* N workers that do the same and cannot tell which of them they are: three times each adds one to a number under a
 * mutex, then to another one, which is atomic. Choose the number of workers with -DN=. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static atomic_int open;

static void *work(void *argument) {
  (void)argument;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    locked++;
    pthread_mutex_unlock(&mutex);
    open++;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
}
