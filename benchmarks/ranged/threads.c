/* Main starts N threads and ends; each thread updates a field of its own and ends. The fields are globals: no thread
 * touches another one's, but any could, so each access is a step, and all orders of all accesses are explored. Choose
 * the number of threads with -DN=. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static int fields[N];

static void *update(void *argument) {
  int *field = argument;
  *field = *field + 1;
  assert(*field == 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, update, &fields[i]);
  }
  pthread_exit(NULL); /* the threads go on */
}
